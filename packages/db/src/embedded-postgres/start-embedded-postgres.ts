/**
 * Starts the embedded Postgres on a data folder: locks the folder, inspects its contents, stops an orphaned Postgres,
 * creates the cluster if there is none, starts Postgres, and creates the server's role and the product's database. A
 * Postgres that ends unexpectedly is restarted.
 */
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { DatabaseLog } from '../connection/database-log.ts';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { locateBinaries, readMajorVersion } from './binaries.ts';
import { initialiseCluster, inspectCluster, removeUnfinishedClusters } from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { connectionStringFor, productDatabase } from './login.ts';
import { refuseIfAnswering, stopOrphan } from './orphan.ts';
import type { Endpoint } from './postgres-process.ts';
import { chooseRunAs, commandFor, giveFolder, type RunAs } from './run-as.ts';
import { prepareAccess, setUpRoles } from './set-up-roles.ts';
import { chooseSocketFolder, socketPort } from './socket-folder.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgres {
  /**
   * The connection URL of the server's role, which is no superuser; valid until {@link stop} is called: a restarted
   * Postgres listens on the same socket or port.
   */
  connectionString: string;
  folder: string;
  major: string;
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: DatabaseLog;
  /**
   * How the product connects to the embedded Postgres: by a socket that only its owner can open or, on systems without
   * such sockets, by the loopback interface.
   */
  transport?: Endpoint['kind'];
  /** How to run Postgres under another user when the server runs as root: the first way that works is used. */
  runAsCandidates?: readonly RunAs[];
  /**
   * Postgres settings that replace the product's defaults; for example, a disposable test database need not wait for
   * the disk.
   */
  settings?: Readonly<Record<string, string>>;
}

/**
 * Starts Postgres on a data folder and opens the product's database in it.
 *
 * @throws {DatabaseStartError} when the folder cannot or must not be opened; the folder is unchanged then
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  await makeDataDir(dataDir);
  const releases: (() => Promise<void>)[] = [await lockFolder(dataDir)];
  const releaseAll = async () => {
    for (const release of releases.splice(0).toReversed()) {
      await release();
    }
  };
  try {
    const folder = join(dataDir, 'postgres');
    const binaries = await locateBinaries();
    const runAs = await chooseRunAs(binaries.postgres, options.runAsCandidates);
    const major = await readMajorVersion(...commandFor(runAs, binaries.postgres, ['--version']));
    const transport = options.transport ?? (process.platform === 'win32' ? 'loopback' : 'socket');
    await prepareCluster({ folder, major, initdb: binaries.initdb, runAs, log: options.log });

    const endpoint = await chooseEndpoint(transport, folder, runAs, releases);
    const supervisor = await supervise({
      binaries,
      runAs,
      folder,
      endpoint,
      log: options.log,
      settings: options.settings,
    });
    releases.push(() => supervisor.stop());

    const login = await setUpRoles(endpoint, folder);
    return {
      connectionString: connectionStringFor(endpoint, productDatabase, login),
      folder,
      major,
      stop: releaseAll,
    };
  } catch (error) {
    await releaseAll();
    throw error;
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw new DatabaseStartError(
      `No se puede crear o escribir la carpeta ${dataDir}. Dale permiso al usuario que ejecuta Butaca, o indica otra en DATA_DIR.`,
      { cause: error },
    );
  }
}

interface ClusterPreparation {
  folder: string;
  major: string;
  initdb: string;
  runAs: RunAs;
  log: DatabaseLog;
}

async function prepareCluster(preparation: ClusterPreparation): Promise<void> {
  const { folder, major, initdb, runAs, log } = preparation;
  await removeUnfinishedClusters(folder);
  if ((await inspectCluster(folder, major)) === 'empty') {
    await initialiseCluster(folder, initdb, runAs);
    log.info({ folder }, 'A new database was made');
  } else {
    await stopOrphan(folder, log);
    await refuseIfAnswering(folder);
    await giveFolder(folder, runAs);
  }
  await prepareAccess(folder);
}

async function chooseEndpoint(
  transport: Endpoint['kind'],
  folder: string,
  runAs: RunAs,
  releases: (() => Promise<void>)[],
): Promise<Endpoint> {
  if (transport === 'loopback') {
    return { kind: 'loopback', port: await findFreePort() };
  }
  const socketFolder = await chooseSocketFolder(folder);
  releases.push(() => socketFolder.remove());
  await giveFolder(socketFolder.path, runAs);
  return { kind: 'socket', folder: socketFolder.path, port: socketPort };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolvePort, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolvePort(port));
    });
  });
}
