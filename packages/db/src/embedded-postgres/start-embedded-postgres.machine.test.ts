import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog } from '../connection/database-log.ts';
import { openDatabase } from '../open-database.ts';
import { migrateToLatest } from '../run-migrations.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { runOnServer } from '../../test/test-server.ts';
import { findPostmaster } from './orphan.ts';
import { asNobody, inNamespace } from './run-as.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from './start-embedded-postgres.ts';

const isRoot = process.getuid?.() === 0;

async function start(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog, ...options });
  onTestFinished(() => server.stop());
  return server;
}

/** The data folder of a stopped Postgres with one table row; tests start Postgres on copies of it. */
let original: string;

beforeAll(async () => {
  original = await mkdtemp(join(tmpdir(), 'butaca-db-original-'));
  const server = await startEmbeddedPostgres({ dataDir: original, log: silentLog });
  await runOnServer(server.connectionString, 'create table kept as select 42 as answer');
  await server.stop();
});
afterAll(() => rm(original, { recursive: true, force: true }));

async function stoppedCluster(): Promise<string> {
  const dataDir = await temporaryFolder();
  // The asynchronous copy takes six times the processor time for so many files.
  cpSync(original, dataDir, { recursive: true });
  return dataDir;
}

/**
 * The message of the error with which a start on the data folder is refused; asserts that the folder's contents did not
 * change.
 */
async function refusal(dataDir: string): Promise<string> {
  const before = await readdir(join(dataDir, 'postgres'), { recursive: true });
  const error: unknown = await start(dataDir).catch((reason: unknown) => reason);
  expect(await readdir(join(dataDir, 'postgres'), { recursive: true })).toEqual(before);
  expect(await readdir(dataDir)).toEqual(['postgres']);
  expect(error).toMatchObject({ name: 'DatabaseStartError' });
  return (error as Error).message;
}

async function query<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const keptRow = [{ answer: 42 }];

describe('a fresh data folder', () => {
  it('becomes a durable UTF-8 cluster, private to its owner, with one sort order everywhere', async () => {
    const dataDir = join(await temporaryFolder(), 'made', 'on the way');
    const { connectionString } = await start(dataDir);
    const settings = await query<{ name: string; setting: string }>(
      connectionString,
      `select name, setting from pg_settings
        where name in ('fsync', 'listen_addresses', 'TimeZone', 'unix_socket_permissions', 'data_checksums',
          'wal_init_zero')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      listen_addresses: '',
      TimeZone: 'UTC',
      unix_socket_permissions: '0700',
      data_checksums: 'on',
      wal_init_zero: 'off',
    });
    const [database] = await query(
      connectionString,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
         from pg_database where datname = current_database()`,
    );
    expect(database).toEqual({ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' });
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
  });

  it('is used when it exists but is empty, and keeps its data when opened again', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'postgres'));
    const first = await start(dataDir);
    await runOnServer(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.connectionString, 'select answer from kept')).toEqual(keptRow);
  });

  it('is set up in spite of files from an interrupted first start', async () => {
    const dataDir = await temporaryFolder();
    const unfinished = join(dataDir, 'postgres.initdb-123-456');
    await mkdir(join(unfinished, 'cluster', 'base'), { recursive: true });
    await writeFile(join(unfinished, 'cluster', 'PG_VERSION'), '18\n');
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.lock']);
  });

  it('may have a path that is too long for a socket', async () => {
    const dataDir = join(await temporaryFolder(), 'una-carpeta-con-un-nombre-largo'.repeat(4));
    const server = await start(dataDir);
    const socketFolder = new URL(server.connectionString).searchParams.get('host') ?? '';
    expect(socketFolder.startsWith(dataDir)).toBe(false);
    expect((await stat(socketFolder)).mode & 0o777).toBe(0o700);
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    await expect(stat(socketFolder)).rejects.toThrow('ENOENT');
  });

  it('may have a path with spaces, commas, quotes and accents', async () => {
    const server = await start(join(await temporaryFolder(), `año "2026", d'e prueba`));
    expect(await query(server.connectionString, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a data folder that is in use', () => {
  it('is refused a second time in the same process', async () => {
    const dataDir = await stoppedCluster();
    await start(dataDir);
    await expect(start(dataDir)).rejects.toThrow(`La carpeta de datos está en uso (pid ${process.pid}).`);
  });

  it('is refused when a Postgres uses it whose process is not visible', async () => {
    const dataDir = await stoppedCluster();
    const folder = join(dataDir, 'postgres');
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(join(folder, '.s.PGSQL.5432'), resolve));
    onTestFinished(() => new Promise<void>((resolve) => other.close(() => resolve())));
    await writeFile(join(folder, 'postmaster.pid'), `4194305\n${folder}\n1\n5432\n${folder}\n`);
    await expect(start(dataDir)).rejects.toThrow('La carpeta de datos está en uso (pid 4194305).');
  });

  it.each([
    ['a process that has ended', { pid: 4_194_305, start: 'then' }],
    ['an earlier process with the number of this one', { pid: process.pid, start: 'then' }],
    ['a process number that now belongs to another program', { pid: process.ppid, start: 'then' }],
  ])('is opened when it is locked by %s', async (_, holder) => {
    const dataDir = await stoppedCluster();
    await writeFile(join(dataDir, 'postgres.lock'), JSON.stringify(holder));
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select answer from kept')).toEqual(keptRow);
  });

  it('is opened when its lock file is truncated, as after a power cut', async () => {
    const dataDir = await stoppedCluster();
    await writeFile(join(dataDir, 'postgres.lock'), '');
    await start(dataDir);
  });

  it('is opened when the number in postmaster.pid now belongs to another program', async () => {
    const dataDir = await stoppedCluster();
    const folder = join(dataDir, 'postgres');
    const lines = [process.ppid, folder, 1, 5432, folder, '', '', 'ready'];
    await writeFile(join(folder, 'postmaster.pid'), `${lines.join('\n')}\n`);
    const server = await start(dataDir);
    expect(await query(server.connectionString, 'select answer from kept')).toEqual(keptRow);
  });
});

describe('a start refuses a data folder and leaves it unchanged', () => {
  it('because it holds other files', async () => {
    const dataDir = await temporaryFolder();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'fotos.zip'), 'x');
    expect(await refusal(dataDir)).toMatch(
      /no está vacía y no es una base de datos de Butaca; no se ha tocado/,
    );
  });

  it("because it is somebody else's cluster", async () => {
    const dataDir = await stoppedCluster();
    await rm(join(dataDir, 'postgres', 'butaca.json'));
    expect(await refusal(dataDir)).toMatch(/no es una base de datos de Butaca/);
  });

  it.each(['PG_VERSION', 'global/pg_control'])('because it has lost %s', async (name) => {
    const dataDir = await stoppedCluster();
    await rm(join(dataDir, 'postgres', name));
    expect(await refusal(dataDir)).toMatch(/incompleta o dañada; no se ha tocado\. Restaura una copia/);
  });

  it('because its marker belongs to another cluster', async () => {
    const dataDir = await stoppedCluster();
    await writeFile(
      join(dataDir, 'postgres', 'butaca.json'),
      JSON.stringify({ product: 'butaca', clusterId: '7000000000000000000' }),
    );
    expect(await refusal(dataDir)).toMatch(/incompleta o dañada/);
  });

  it('because it is of another major version, and explains how to migrate', async () => {
    const dataDir = await stoppedCluster();
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n');
    expect(await refusal(dataDir)).toBe(
      `Los datos de ${join(dataDir, 'postgres')} son de Postgres 17 y esta versión de Butaca trae Postgres 18. ` +
        'Para pasarlos: arranca la versión anterior de Butaca, haz una copia de seguridad, ' +
        'y restáurala con esta versión en una carpeta vacía.',
    );
  });

  it('because Postgres cannot read it, and quotes the reason', async () => {
    const dataDir = await stoppedCluster();
    const control = join(dataDir, 'postgres', 'global', 'pg_control');
    const bytes = await readFile(control);
    await writeFile(control, Buffer.concat([bytes.subarray(0, 8), randomBytes(bytes.length - 8)]));
    expect(await refusal(dataDir)).toMatch(
      /El Postgres incluido no pudo abrir .*Dijo: FATAL: .+ Corrige esa causa/,
    );
  });

  it('because there is a file in its place', async () => {
    const dataDir = join(await temporaryFolder(), 'data');
    await writeFile(dataDir, '');
    await expect(start(dataDir)).rejects.toThrow(/^No se puede crear o escribir la carpeta .* DATA_DIR\.$/);
  });
});

describe('the loopback transport', () => {
  it('requires the password, which survives a restart', async () => {
    const dataDir = await temporaryFolder();
    const first = await start(dataDir, { transport: 'loopback' });
    const stranger = new URL(first.connectionString);
    stranger.password = 'otra';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    await runOnServer(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start(dataDir, { transport: 'loopback' });
    expect(await query(second.connectionString, 'select answer from kept')).toEqual(keptRow);
    expect(new URL(second.connectionString).password).toBe(new URL(first.connectionString).password);
    expect((await stat(join(dataDir, 'postgres', 'butaca.password'))).mode & 0o777).toBe(0o600);
  });
});

describe.runIf(isRoot)('an embedded Postgres started by root', () => {
  it('runs as nobody while namespaces are forbidden, and in a namespace once they are allowed', async () => {
    const dataDir = await temporaryFolder();
    // Forbids other users to enter the data folder, because root's home folder (/root) usually forbids it too; Postgres
    // as «nobody» has to work there all the same.
    await chmod(dataDir, 0o700);
    const first = await start(dataDir, { runAsCandidates: [asNobody] });
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(65_534);
    await runOnServer(first.connectionString, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start(dataDir, { runAsCandidates: [inNamespace] });
    expect((await stat(join(dataDir, 'postgres', 'PG_VERSION'))).uid).toBe(0);
    expect(await query(second.connectionString, 'select answer from kept')).toEqual(keptRow);
    await second.stop();

    const third = await start(dataDir, { runAsCandidates: [asNobody] });
    expect(await query(third.connectionString, 'select answer from kept')).toEqual(keptRow);
  });

  it('fails with instructions when neither way works', async () => {
    const broken = { prefix: ['false'], ownerUid: 0 };
    const missing = { prefix: ['/there/is/no/such/program'], ownerUid: 0 };
    await expect(start(await temporaryFolder(), { runAsCandidates: [broken, missing] })).rejects.toThrow(
      'El Postgres incluido no puede ejecutarse como root en esta máquina. ' +
        'Arranca Butaca con un usuario normal, o indica una base de datos propia en DATABASE_URL.',
    );
  });
});

describe('a running embedded Postgres', () => {
  it('is restarted when killed, and listeners learn that they may have missed notifications', async () => {
    const dataDir = await stoppedCluster();
    const database = await openDatabase({ dataDir });
    onTestFinished(() => database.close());
    await migrateToLatest(database.db);
    const heard: (string | null)[] = [];
    await database.listen('catalogue', (payload) => heard.push(payload));
    const killed = await findPostmaster(join(dataDir, 'postgres'));
    process.kill(killed!, 'SIGKILL'); // `killed` (Postgres's process id) is not null: Postgres runs.

    await vi.waitFor(() => expect(heard).toContain(null), { interval: 50 });
    const alive = await findPostmaster(join(dataDir, 'postgres'));
    expect(alive).not.toBe(killed);
    expect(await database.db.selectFrom('plan').select('key').execute()).toHaveLength(5);
  });

  it('is restarted when it is killed repeatedly', async () => {
    const dataDir = await stoppedCluster();
    const server = await start(dataDir);
    for (let kill = 0; kill < 7; kill++) {
      const killed = await findPostmaster(join(dataDir, 'postgres'));
      process.kill(killed!, 'SIGKILL'); // `killed` (Postgres's process id) is not null: Postgres has answered.
      await vi.waitFor(
        async () => {
          expect(await findPostmaster(join(dataDir, 'postgres'))).not.toBe(killed);
          expect(await query(server.connectionString, 'select 42 as answer')).toEqual(keptRow);
        },
        { interval: 50 },
      );
    }
  });

  it('keeps row values out of the log', async () => {
    const lines: string[] = [];
    const remember = (_: object, message: string) => void lines.push(message);
    const log = { debug: remember, info: remember, warn: remember, error: remember };
    const server = await start(await stoppedCluster(), { log });
    await runOnServer(
      server.connectionString,
      "create table t (a text primary key); insert into t values ('secreto')",
    );
    await expect(query(server.connectionString, "insert into t values ('secreto')")).rejects.toThrow(
      /duplicate/,
    );
    await server.stop();
    expect(lines.join('\n')).toMatch(/duplicate key value/);
    expect(lines.join('\n')).not.toMatch(/secreto/);
  });
});
