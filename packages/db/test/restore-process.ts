/** A process that restores a backup, for tests that kill it and inspect the data. */
import { restoreBackup } from '../src/backup/restore-backup.ts';

const [, connectionString = '', path = ''] = process.argv.slice(2);
await restoreBackup(connectionString, path);
