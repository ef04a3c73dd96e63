import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  bundleDatabaseProcess,
  endDatabaseProcess,
  startDatabaseProcess,
  type DatabaseProcess,
} from '../../test/start-database-process.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { openDatabase, type DatabaseConnection } from '../open-database.ts';
import { migrateToLatest } from '../run-migrations.ts';
import { dataFolderInUse } from './data-folder-in-use.ts';
import { findPostmaster } from './orphan.ts';
import { processStart } from './process-identity.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

let bundle: Awaited<ReturnType<typeof bundleDatabaseProcess>>;

/** The data folder of a stopped server with a migrated database; tests start servers on copies of it. */
let original: string;

beforeAll(async () => {
  bundle = await bundleDatabaseProcess();
  original = await mkdtemp(join(tmpdir(), 'butaca-db-original-'));
  const database = await openDatabase({ dataDir: original });
  await migrateToLatest(database.db);
  await database.close();
});
afterAll(async () => {
  await bundle.remove();
  await rm(original, { recursive: true, force: true });
});

async function usedFolder(): Promise<string> {
  const dataDir = await temporaryFolder();
  // The asynchronous copy takes six times the processor time for so many files.
  cpSync(original, dataDir, { recursive: true });
  return dataDir;
}

async function start(dataDir: string, user?: { uid: number; gid: number }): Promise<DatabaseProcess> {
  const started = await startDatabaseProcess(bundle.script, dataDir, user);
  onTestFinished(async () => {
    const postmaster = await findPostmaster(join(dataDir, 'postgres'));
    await endDatabaseProcess(started, 'SIGKILL');
    if (postmaster !== null) {
      await untilEnded(postmaster);
    }
  });
  return started;
}

async function reopen(dataDir: string): Promise<DatabaseConnection> {
  const database = await openDatabase({ dataDir });
  onTestFinished(() => database.close());
  return database;
}

async function savedNames(database: DatabaseConnection): Promise<string[]> {
  const rows = await database.db.selectFrom('instance_secret').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function postmasterOf(dataDir: string): Promise<number> {
  const pid = await findPostmaster(join(dataDir, 'postgres'));
  expect(pid).not.toBeNull();
  return pid!; // `pid` (Postgres's process id) is not null: `expect(pid).not.toBeNull()` has passed.
}

async function untilEnded(pid: number): Promise<void> {
  await vi.waitFor(() => expect(processStart(pid)).toBeNull(), { interval: 20 });
}

/**
 * The process ids of the watchdogs (helper processes that stop Postgres after the server was killed) that watch the
 * given Postgres, found by their command lines.
 */
async function watchdogsOf(postmaster: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    const command = /^\d+$/.test(name) ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : '';
    if (command.includes('kill -INT') && command.split('\0').includes(String(postmaster))) {
      found.push(Number(name));
    }
  }
  return found;
}

describe('two servers on one folder', () => {
  it('refuses the second with the process number of the first, which keeps running', async () => {
    const dataDir = await usedFolder();
    const first = await start(dataDir);
    const second = await start(dataDir);
    const message = dataFolderInUse(first.pid).message;
    expect(second.report).toEqual({ kind: 'refused', message });
    const [code] =
      second.child.exitCode === null ? await once(second.child, 'exit') : [second.child.exitCode];
    expect(code).toBe(1);
    await expect(openDatabase({ dataDir })).rejects.toThrow(message);
    expect(await endDatabaseProcess(first, 'SIGTERM')).toBe(0);
  });

  it('lets exactly one of four simultaneous starts use a new folder', async () => {
    const dataDir = await temporaryFolder();
    const processes = await Promise.all([start(dataDir), start(dataDir), start(dataDir), start(dataDir)]);
    const winners = processes.filter(({ report }) => report.kind === 'open');
    expect(winners).toHaveLength(1);
    const refusals = processes.flatMap(({ report }) => (report.kind === 'refused' ? [report.message] : []));
    expect(new Set(refusals)).toEqual(new Set([dataFolderInUse(winners[0]?.pid).message]));
  });
});

describe('a server that is killed', () => {
  it('leaves no Postgres running, and the next server finds the committed data', async () => {
    const dataDir = await usedFolder();
    const owner = await start(dataDir);
    const postmaster = await postmasterOf(dataDir);
    await endDatabaseProcess(owner, 'SIGKILL');
    await untilEnded(postmaster);
    expect(await savedNames(await reopen(dataDir))).toEqual([`committed by ${owner.pid}`]);
  });

  it.runIf(isLinux)(
    'leaves, when its watchdog dies too, an orphaned Postgres that the next server stops',
    async () => {
      const dataDir = await usedFolder();
      const owner = await start(dataDir);
      const postmaster = await postmasterOf(dataDir);
      const watchdogs = await watchdogsOf(postmaster);
      expect(watchdogs).toHaveLength(1);
      watchdogs.forEach((pid) => process.kill(pid, 'SIGKILL'));
      await endDatabaseProcess(owner, 'SIGKILL');
      expect(processStart(postmaster)).not.toBeNull();

      const database = await reopen(dataDir);
      expect(processStart(postmaster)).toBeNull();
      expect(await savedNames(database)).toEqual([`committed by ${owner.pid}`]);
    },
  );

  it('loses no committed data when its Postgres is killed with it', async () => {
    const dataDir = await usedFolder();
    const owner = await start(dataDir);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await endDatabaseProcess(owner, 'SIGKILL');
    expect(await savedNames(await reopen(dataDir))).toEqual([`committed by ${owner.pid}`]);
  });
});

describe('a server that is asked to stop', () => {
  it('keeps its Postgres running until it has finished, though Ctrl-C reaches all processes', async () => {
    const dataDir = await usedFolder();
    const owner = await start(dataDir);
    const postmaster = await postmasterOf(dataDir);
    expect(await endDatabaseProcess(owner, 'SIGINT', 'group')).toBe(0);
    expect(processStart(postmaster)).toBeNull();
    expect(await readdir(join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await savedNames(await reopen(dataDir))).toEqual([`committed by ${owner.pid}`, 'last words']);
  });
});

describe.runIf(isRoot)('a data folder that an ordinary user has created', () => {
  it.each([
    ['with a name', { uid: 65_534, gid: 65_534 }],
    ['without a name', { uid: 12_345, gid: 12_345 }],
  ])('%s is opened by that user and then by root', async (_, user) => {
    const dataDir = join(await temporaryFolder(), 'data');
    await mkdir(dataDir);
    await chown(dataDir, user.uid, user.gid);
    const owner = await start(dataDir, user);
    expect(owner.report).toEqual({ kind: 'open' });
    expect(await endDatabaseProcess(owner, 'SIGTERM')).toBe(0);
    expect(await savedNames(await reopen(dataDir))).toContain(`committed by ${owner.pid}`);
  });

  it('is refused with a reason for a user who may not write there', async () => {
    const dataDir = join(await temporaryFolder(), 'data');
    const refused = await start(dataDir, { uid: 12_345, gid: 12_345 });
    expect(refused.report).toEqual({
      kind: 'refused',
      message:
        `No se puede crear o escribir la carpeta ${dataDir}. ` +
        'Dale permiso al usuario que ejecuta Butaca, o indica otra en DATA_DIR.',
    });
  });
});
