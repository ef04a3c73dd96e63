export {
  catalogueSetsLock,
  channelNumbersLock,
  guideLinksLock,
  guideWriteLock,
  guideLocks,
  handMadeBackupLock,
  importAliveLocks,
  importQueueLocks,
  importSlotLock,
  importWriteLock,
  listLocks,
  readingLock,
  readingNoteLock,
} from './connection/advisory-locks.ts';
export { BackupError, type BackupFault } from './backup/backup-error.ts';
export type { BackupHeader } from './backup/backup-format.ts';
export { findInstallation } from './backup/backup-signature.ts';
export { readBackupHeader, verifyBackup } from './backup/read-backup.ts';
export { restoreBackup, type RestoredBackup } from './backup/restore-backup.ts';
export { nameFile } from './backup/name-file.ts';
export { writeBackup } from './backup/write-backup.ts';
export type { BulkSession } from './connection/bulk-session.ts';
export { bumpCatalogueVersion, catalogueNotificationChannel } from './connection/catalogue-version.ts';
export { DatabaseConnectionError } from './connection/database-connection-error.ts';
export type { DatabaseLog } from './connection/database-log.ts';
export { DatabaseStartError } from './connection/database-start-error.ts';
export type { NotificationHandler } from './connection/notification-listener.ts';
export { openDatabase, type DatabaseConnection, type OpenDatabaseOptions } from './open-database.ts';
export { recordAct, type Act, type Actor } from './record-act.ts';
export { findRunningPostgres } from './embedded-postgres/find-running.ts';
export { builtInProviders } from './schema/built-in-providers.ts';
export { migrateToLatest, setUpAlone } from './run-migrations.ts';
export { readHostList, type HostAndPort } from './connection/several-hosts.ts';
export { runTogether } from './connection/run-together.ts';
export { startWatchdog } from './connection/watchdog.ts';
export type {
  AccountRow,
  ChannelRow,
  ChannelSourceRow,
  Database,
  DeviceRow,
  FavouriteRow,
  PlanRow,
  VideoRow,
  ProgressRow,
  SessionRow,
} from './schema/index.ts';
