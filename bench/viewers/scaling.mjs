import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load, median } from '../load.mjs';
import { savingScript, startRawServer } from './limits.mjs';
import { listDescendants } from './sampler.mjs';

const run = promisify(execFile);
const rounds = 3;
const seconds = 4;
/** For each server. */
const connections = 64;
const cores = cpus().length;

/**
 * Measures how much more several servers give than one. For one server, everything is on one core: the server, wrk, and
 * PostgreSQL and Redis. For several, each server has a core together with a wrk of its own, and PostgreSQL and Redis have all
 * cores. So each server has the same share of a core in both cases, and twice as much would be perfect on two cores. Bare
 * `node:http` servers are measured in the same way: how much more these give is what the machine allows.
 *
 * @param {import('../../tools/cluster/cluster.d.mts').Cluster} cluster
 * @param {import('./run-viewers.mjs').Person[]} people
 * @param {string[]} films
 * @param {AbortSignal} signal
 * @returns {Promise<{ name: string, one: number, all: number, factor: number, share?: number }[]>} requests per second, the
 * factor between them, and its share of that of the bare servers, which come first
 */
export async function measureScaling(cluster, people, films, signal) {
  const [{ token, deviceId }] = people;
  const headers = { authorization: `Bearer ${token}`, 'x-device-id': deviceId };
  const dir = await mkdtemp(join(tmpdir(), 'butaca-bench-'));
  const script = join(dir, 'saves.lua');
  await writeFile(script, savingScript(people, films));
  const origins = cluster.servers.map(({ url }) => url);
  const home = await (await fetch(`${origins[0]}/api/home`, { headers })).text();
  const raws = [];
  try {
    for (let count = 0; count < origins.length; count += 1) raws.push(await startRawServer(home));
    const rawPids = raws.map(({ pid }) => pid);
    const serverPids = cluster.servers.map(({ pid }) => pid());
    const wanted = [
      { name: 'node:http', origins: raws.map(({ url }) => url), pids: rawPids, path: '/' },
      { name: 'inicio', origins, pids: serverPids, path: '/api/home' },
      { name: 'leer el progreso', origins, pids: serverPids, path: `/api/videos/${films[0]}/progress` },
      { name: 'guardar el progreso', origins, pids: serverPids, path: '', script },
    ];
    const results = [];
    for (const { name, origins: at, pids, path, script: own } of wanted) {
      const [one, all] = [[], []];
      for (let round = 0; round < rounds; round += 1) {
        signal.throwIfAborted();
        const rate = async (origin, core) =>
          (await load(origin + path, { headers, connections, seconds, core, script: own })).requestsPerSecond;
        await pin(pids, () => 0, '0');
        one.push(await rate(at[0], 0));
        await pin(pids, (index) => index % cores, `0-${cores - 1}`);
        const rates = await Promise.all(at.map((origin, index) => rate(origin, index % cores)));
        all.push(rates.reduce((sum, each) => sum + each, 0));
      }
      const factor = median(all) / median(one);
      results.push({ name, one: median(one), all: median(all), factor });
    }
    return results.map((result, index) =>
      index === 0 ? result : { ...result, share: result.factor / results[0].factor },
    );
  } finally {
    for (const raw of raws) await raw.stop();
    await rm(dir, { recursive: true, force: true });
  }
}

/**
 * Binds processes with all of their threads to cores.
 *
 * @param {number[]} pids @param {(index: number) => number} coreOf
 * @param {string} engineCores - those of PostgreSQL and Redis
 */
async function pin(pids, coreOf, engineCores) {
  const bind = (pid, core) => run('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
  for (const [index, pid] of pids.entries()) await bind(pid, coreOf(index));
  for (const { pid, program } of await listDescendants()) {
    // A process of PostgreSQL may end between the two.
    if (/^(?:postgres|redis-server)$/.test(program)) await bind(pid, engineCores).catch(() => undefined);
  }
}
