/** A process that restores a backup, for tests of what is left when it is killed. */
import { restoreBackup } from '../src/backup/restore-backup.ts';
import { killAtQuery, reportEnd } from './kill-at-query.ts';

const [killAt = '', connectionString = '', path = ''] = process.argv.slice(2);
killAtQuery(Number(killAt));
await restoreBackup(connectionString, path);
reportEnd();
process.disconnect();
