import { findRunningPostgres, openDatabase, type DatabaseConnection } from '@butaca/db';
import { readConfig, type Config } from './platform/config.ts';
import { createLog, type Log } from './platform/log.ts';

export interface Maintenance extends AsyncDisposable {
  config: Config;
  log: Log;
  database: DatabaseConnection;
  /** Whether a running server uses the database that the maintenance command (backup, restore) has opened. */
  isServed: boolean;
}

/**
 * Opens the database for a maintenance command (backup, restore) as the environment variables configure it, also while
 * a server uses it: the Postgres of the operator, the embedded Postgres of a running server, or else a newly started
 * embedded Postgres.
 *
 * @throws ConfigError, DatabaseStartError with a Spanish sentence
 */
export async function openMaintenance(env: NodeJS.ProcessEnv): Promise<Maintenance> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const running = config.databaseUrl === undefined ? await findRunningPostgres(config.dataDir) : undefined;
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl ?? running,
    log,
    poolSize: 2,
  });
  return {
    config,
    log,
    database,
    isServed: running !== undefined,
    [Symbol.asyncDispose]: () => database.close(),
  };
}
