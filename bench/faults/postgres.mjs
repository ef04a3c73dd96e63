import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runnerImport } from 'vite';
import { inRoot } from '../../tools/paths.mjs';
import { startProduct } from '../product.mjs';
import { openPage } from '../browser.mjs';
import { readMessage, secondsUntilReady } from './observe.mjs';

const diskBytes = 220 * 1_048_576;
const load = async (file) =>
  (await runnerImport(inRoot(file), { configFile: false, logLevel: 'error' })).module;

const postmasterOf = async (dataDir) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

/** Runs SQL on the embedded Postgres of a running product, beside the product. */
async function connectBeside(dataDir) {
  const { findRunningPostgres } = await load('packages/db/src/index.ts');
  const running = await findRunningPostgres(dataDir);
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: running.connectionString ?? running });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** E1: Postgres' log cannot grow, because the disk is full; then the disk is freed. */
async function fillDisk(browser) {
  const disk = await mkdtemp(join(tmpdir(), 'butaca-faults-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes}`, 'butaca-faults', disk], {
      stdio: 'ignore',
    });
  } catch {
    return 'aquí no se puede montar un disco pequeño (hace falta ser root)';
  }
  const product = await startProduct({ dataDir: disk, isDemo: false, env: { LOG_LEVEL: 'silent' } });
  try {
    const page = await openPage(browser, product, '/peliculas');
    const client = await connectBeside(disk);
    await writeFile(join(disk, 'relleno'), Buffer.alloc(diskBytes)).catch(() => undefined);
    for (let isUp = true; isUp;) {
      isUp = await client.query("select pg_logical_emit_message(false, 'x', repeat('x', 1000000))").then(
        () => true,
        () => false,
      );
    }
    await pause(3_000);
    await page.reload();
    await pause(4_000);
    const seen = await readMessage(page);
    const freedAt = performance.now();
    await rm(join(disk, 'relleno'));
    const seconds = await secondsUntilReady(product.url, freedAt);
    await page.context().close();
    return { seconds, seen };
  } finally {
    process.kill(product.pid, 'SIGTERM');
    await product.ended;
    execFileSync('umount', ['-l', disk]);
  }
}

/** E2: the postmaster is killed, and killed again when it is back. */
async function killPostmaster(browser, times) {
  const product = await startProduct({ isDemo: false, env: { LOG_LEVEL: 'silent' } });
  try {
    const page = await openPage(browser, product, '/peliculas');
    let [seconds, seen] = [0, ''];
    for (let turn = 0; turn < times; turn += 1) {
      const killedAt = performance.now();
      process.kill(await postmasterOf(product.dataDir), 'SIGKILL');
      await pause(200);
      if (turn === 0) {
        await page.reload();
        await pause(500);
        seen = await readMessage(page);
      }
      seconds = Math.max(seconds, await secondsUntilReady(product.url, killedAt));
    }
    await page.context().close();
    return { seconds, seen: `${seen} (la más larga de ${times} veces)` };
  } finally {
    await product.stop();
  }
}

/** E3: the network to an external Postgres swallows packets for twelve seconds. */
async function swallowPackets(browser) {
  const { openDatabase } = await load('packages/db/src/index.ts');
  const { openFragileNetwork } = await load('packages/db/test/fragile-network.ts');
  const databaseDir = await mkdtemp(join(tmpdir(), 'butaca-faults-'));
  const database = await openDatabase({ dataDir: databaseDir });
  const network = await openFragileNetwork(database.connectionString);
  const product = await startProduct({
    isDemo: false,
    env: { DATABASE_URL: network.databaseUrl, LOG_LEVEL: 'silent' },
  });
  try {
    const page = await openPage(browser, product, '/peliculas');
    network.vanish();
    const calls = Array.from({ length: 10 }, () =>
      fetch(`${product.url}/api/videos`, { headers: product.headers }).catch(() => undefined),
    );
    void page.reload().catch(() => undefined);
    await pause(12_000);
    const seen = await readMessage(page).catch(() => '(nada)');
    const backAt = performance.now();
    network.comeBack();
    const seconds = await secondsUntilReady(product.url, backAt);
    const statuses = (await Promise.all(calls)).map((response) => response?.status);
    await page.context().close();
    return { seconds, seen: `${seen}; diez peticiones entretanto: ${[...new Set(statuses)].join(', ')}` };
  } finally {
    await product.stop();
    await network[Symbol.asyncDispose]();
    await database.close();
    await rm(databaseDir, { recursive: true, force: true });
  }
}

/** E9: Postgres is frozen: how long the readiness probe takes to say so. */
async function freezePostgres() {
  const product = await startProduct({ isDemo: false, env: { LOG_LEVEL: 'silent' } });
  const postmaster = await postmasterOf(product.dataDir);
  const pids = [postmaster, ...childrenOf(postmaster)];
  try {
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    let longest = 0;
    let status = 0;
    for (let turn = 0; turn < 5; turn += 1) {
      const askedAt = performance.now();
      ({ status } = await fetch(`${product.url}/api/ready`));
      longest = Math.max(longest, (performance.now() - askedAt) / 1_000);
    }
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    const back = await secondsUntilReady(product.url, performance.now());
    return {
      seconds: longest,
      seen: `/api/ready responde ${status} en ese tiempo; descongelado, está listo en ${back.toFixed(1)} s`,
    };
  } finally {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGCONT');
      } catch {
        // The process has ended.
      }
    }
    await product.stop();
  }
}

const childrenOf = (pid) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .map(Number)
    .filter((child) => child > 0);

/** @type {import('../faults.mjs').Fault[]} */
export const postgresFaults = [
  { name: 'E1', what: 'disco lleno bajo Postgres; después se libera', goalSeconds: 10, cause: fillDisk },
  {
    name: 'E2',
    what: 'Postgres muere seis veces seguidas (kill -9)',
    goalSeconds: 10,
    cause: (browser) => killPostmaster(browser, 6),
  },
  {
    name: 'E3',
    what: 'la red de un Postgres externo traga paquetes 12 s',
    goalSeconds: 5,
    cause: swallowPackets,
  },
  { name: 'E9', what: 'Postgres congelado: cuánto tarda /api/ready', goalSeconds: 1, cause: freezePostgres },
];
