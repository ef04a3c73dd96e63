import { dirname, join } from 'node:path';
import { DatabaseStartError, openDatabase, setUpAlone } from '@butaca/db';
import { buildApp, type App } from './app.ts';
import { ConfigError, readConfig, type Config } from './platform/config.ts';
import { AppError } from './platform/http/app-error.ts';
import { createLog, type Log } from './platform/log.ts';
import { findLostDatabase } from './find-lost-database.ts';
import { projectRoot } from './platform/project-root.ts';
import { sayRefusal } from './start-report.ts';
import { upgradeSchema } from './upgrade-schema.ts';

export interface OpenApp extends AsyncDisposable {
  app: App;
  config: Config;
  log: Log;
  /** A description of the database (embedded or the operator's own), which the server prints when it starts. */
  database: string;
  /** What the operator should know of the database that was opened, as sentences. */
  notices: readonly string[];
  /** Runs what sets an empty database up while no other server does. */
  setUpAlone<T>(setUp: () => Promise<T>): Promise<T>;
}

/**
 * Creates the whole product as the environment variables configure it, without listening on a port. The server and
 * operator commands such as `npm run admin:reset` both use this function.
 *
 * @throws ConfigError, DatabaseStartError with a Spanish sentence
 */
export async function openApp(env: NodeJS.ProcessEnv): Promise<OpenApp> {
  const config = readConfig(env);
  const log = createLog(config.logLevel);
  const root = projectRoot();
  const notices = await findLostDatabase(config);
  const database = await openDatabase({
    dataDir: config.dataDir,
    databaseUrl: config.databaseUrl,
    keepsReady: true,
    log,
  });
  try {
    await upgradeSchema(database, config, log);
    const app = await buildApp({
      config,
      database,
      log,
      demoDir: join(root, 'demo'),
      webDir: join(root, 'apps', 'web', 'dist'),
    });
    return {
      app,
      config,
      log,
      database: database.describe(),
      notices,
      setUpAlone: (setUp) => setUpAlone(database.db, setUp),
      async [Symbol.asyncDispose]() {
        await app[Symbol.asyncDispose]();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Prints why the server or a command did not start, with a Spanish sentence where the error has one, and ends the
 * process with code 1.
 */
export function refuse(error: unknown): never {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) sayRefusal(error.message);
  else if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    sayRefusal('Ese puerto ya está en uso. Cierra el otro programa o elige otro: PORT=3001 npm start');
  } else if (isListenFailure(error)) {
    sayRefusal('No se puede escuchar en esa dirección. Revisa HOST y PORT; HOST=0.0.0.0 escucha en todas.');
  } else if (isFileRefusal(error)) {
    sayRefusal(
      `Butaca no puede leer o escribir ${error.path} (${error.code}). Arranca con el usuario al que pertenece la carpeta, ` +
        `dale permiso a este con «sudo chown -R "$(whoami)" ${dirname(error.path)}», o elige otra carpeta en DATA_DIR.`,
    );
  } else if (error instanceof AppError && error.code === 'account.password_weak') {
    sayRefusal('ADMIN_PASSWORD es una contraseña demasiado conocida. Elige otra que solo tú sepas.');
  } else {
    sayRefusal(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  process.exit(1);
}

/** Whether the system refuses this user a file or folder. */
function isFileRefusal(error: unknown): error is Error & { code: string; path: string } {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return false;
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code)) && typeof error.path === 'string';
}

function isListenFailure(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  const isOfListening = error.syscall === 'listen' || error.syscall === 'getaddrinfo';
  return isOfListening && ['ENOTFOUND', 'EADDRNOTAVAIL', 'EACCES', 'EAI_AGAIN'].includes(String(error.code));
}
