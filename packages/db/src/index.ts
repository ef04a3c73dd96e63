export { bumpCatalogueVersion, catalogueNotificationChannel } from './catalogue-version.ts';
export type { DatabaseLog } from './database-log.ts';
export { DatabaseStartError } from './database-start-error.ts';
export type { NotificationHandler } from './notification-listener.ts';
export { openDatabase, type DatabaseConnection, type OpenDatabaseOptions } from './open-database.ts';
export { recordAct, type Act, type Actor } from './record-act.ts';
export { migrateToLatest } from './run-migrations.ts';
export type {
  AccountRow,
  ChannelRow,
  ChannelSourceRow,
  Database,
  DeviceRow,
  PlanRow,
  ProgressRow,
  SessionRow,
} from './schema/index.ts';
