/** A process that restores a database backup, for tests that kill it and then inspect the database. */
import { restoreBackup } from '../src/backup/restore-backup.ts';

const [, connectionString = '', path = ''] = process.argv.slice(2);
await restoreBackup(connectionString, path);
