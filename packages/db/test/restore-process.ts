/** A process that restores a backup, for tests of what is left when it is killed. */
import { restoreBackup } from '../src/backup/restore-backup.ts';

const [, connectionString = '', path = ''] = process.argv.slice(2);
await restoreBackup(connectionString, path);
