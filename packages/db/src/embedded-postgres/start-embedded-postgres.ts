/**
 * Starts the embedded Postgres on a data folder: locks the folder, inspects its contents, stops an orphaned Postgres,
 * creates the cluster if there is none, starts Postgres, and creates the product's database. A Postgres that ends
 * unexpectedly is restarted.
 */
import { randomBytes } from 'node:crypto';
import { access, constants, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { DatabaseLog } from '../connection/database-log.ts';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { locateBinaries, readMajorVersion } from './binaries.ts';
import {
  clusterUser,
  initialiseCluster,
  inspectCluster,
  readClusterPassword,
  removeUnfinishedClusters,
} from './cluster.ts';
import { lockFolder } from './folder-lock.ts';
import { refuseIfAnswering, stopOrphan } from './orphan.ts';
import type { Endpoint } from './postgres-process.ts';
import { chooseRunAs, commandFor, giveFolder, type RunAs } from './run-as.ts';
import { chooseSocketFolder, socketPort } from './socket-folder.ts';
import { supervise } from './supervise.ts';

export interface EmbeddedPostgres {
  /**
   * The connection URL, valid until {@link stop} is called: a restarted Postgres listens on the same socket or port.
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
   * such sockets, by the loopback interface with a password.
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

/** The name of the product's database in the embedded Postgres. */
export const productDatabase = 'butaca';

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
    await prepareCluster({ folder, major, initdb: binaries.initdb, runAs, transport, log: options.log });

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

    const password = await readClusterPassword(folder);
    await makeDatabase(connectionStringFor(endpoint, 'postgres', password));
    return {
      connectionString: connectionStringFor(endpoint, productDatabase, password),
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
  transport: Endpoint['kind'];
  log: DatabaseLog;
}

async function prepareCluster(preparation: ClusterPreparation): Promise<void> {
  const { folder, major, initdb, runAs, transport, log } = preparation;
  await removeUnfinishedClusters(folder);
  if ((await inspectCluster(folder, major)) === 'empty') {
    const password = transport === 'loopback' ? randomBytes(32).toString('base64url') : null;
    await initialiseCluster(folder, initdb, runAs, password);
    log.info({ folder }, 'A new database was made');
    return;
  }
  await stopOrphan(folder, log);
  await refuseIfAnswering(folder);
  await giveFolder(folder, runAs);
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

export function connectionStringFor(endpoint: Endpoint, name: string, password: string | null): string {
  const user = password === null ? clusterUser : `${clusterUser}:${encodeURIComponent(password)}`;
  return endpoint.kind === 'loopback'
    ? `postgres://${user}@127.0.0.1:${endpoint.port}/${name}?sslmode=disable`
    : `postgres://${user}@localhost:${endpoint.port}/${name}?host=${encodeURIComponent(endpoint.folder)}&sslmode=disable`;
}

async function makeDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [productDatabase]);
    if (found.rowCount === 0) {
      await client.query(`create database ${pg.escapeIdentifier(productDatabase)}`);
    }
  } finally {
    await client.end();
  }
}
