import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCluster } from '../../tools/cluster/start.mjs';
import { withDatabase } from '../titles.mjs';
import { catalogueOf, countLost, fillCatalogue, listPeople, usualSize } from './catalogue.mjs';
import { arrivalSeconds, metricsToken, runPart } from './run-part.mjs';
import { readServer } from './sampler.mjs';
import { measureScaling } from './scaling.mjs';

/** How long a killed server stays away at most; in short runs a quarter of the time. */
const mostAwaySeconds = 20;

/**
 * Measures several servers behind nginx: under all viewers, while one server is killed in the middle and comes back, and how
 * much more they give than one.
 *
 * @param {{ minutes: number, viewers: number, servers: number, isKilled: boolean }} options - `minutes` 0 leaves the viewers
 * out
 * @param {{ origin: string }} provider
 * @param {AbortSignal} signal
 */
export async function measureCluster({ minutes, viewers, servers: count, isKilled }, provider, signal) {
  const { people, newcomers, spare, accounts } = listPeople(viewers);
  const catalogue = catalogueOf(usualSize);
  const fill = fillCatalogue({ ...usualSize, accounts, provider: provider.origin });
  const cluster = await startCluster({
    servers: count,
    prepare: (databaseUrl) =>
      withDatabase({ databaseUrl }, (sql, db) => db.connection().execute((one) => fill(sql, one))),
    env: {
      METRICS_TOKEN: metricsToken,
      LOGIN_ATTEMPTS_PER_MINUTE: '0',
      REGISTRATIONS_PER_DAY: '0',
      REQUESTS_PER_MINUTE: '0',
      UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
      LOG_LEVEL: 'error',
    },
  });
  try {
    signal.throwIfAborted();
    const parts = {};
    const kill = { second: 0, takenInSeconds: Infinity };
    let lost = 0;
    if (minutes > 0) {
      const seconds = arrivalSeconds + minutes * 60;
      const plan = {
        origin: cluster.url,
        seconds,
        phases: { load: [arrivalSeconds, seconds] },
        people,
        newcomers,
        catalogue,
        run: 1,
        arrivalSeconds,
        isWatching: true,
        hasWebClient: true,
      };
      const listServers = () => cluster.servers.map(({ url, pid }) => ({ url, pid: pid() }));
      const during = async (marks) => {
        const startedAtMs = performance.now();
        const awaySeconds = Math.min(mostAwaySeconds, minutes * 15);
        kill.second = arrivalSeconds + minutes * 20;
        await pause(kill.second * 1_000, undefined, { signal });
        const [server] = cluster.servers;
        await server.kill();
        kill.second = (performance.now() - startedAtMs) / 1_000;
        marks.push({ second: kill.second, text: 'kill -9 del servidor 1' });
        await pause(awaySeconds * 1_000, undefined, { signal });
        await server.restart();
        const restartedAtMs = performance.now();
        marks.push({ second: (restartedAtMs - startedAtMs) / 1_000, text: 'vuelve' });
        const isTakenIn = await waitUntilTakenIn(server, startedAtMs + seconds * 1_000, signal);
        if (isTakenIn) kill.takenInSeconds = (performance.now() - restartedAtMs) / 1_000;
      };
      const title = isKilled
        ? `Carga con ${count} servidores, y uno que muere`
        : `Carga con ${count} servidores`;
      parts.load = await runPart({ title, plan, listServers, signal, ...(isKilled && { during }) });
      lost = await withDatabase({ databaseUrl: cluster.database.url }, countLost(parts.load.run.saved));
    }
    console.log(`${new Date().toISOString()} Caudal de 1 y de ${count} servidores`);
    const scaling = await measureScaling(cluster, spare, catalogue.films, signal);
    const complaints = await readComplaints(join(cluster.folder, 'nginx', 'error.log'));
    return { parts, kill: isKilled && minutes > 0 ? kill : undefined, lost, scaling, complaints };
  } finally {
    await cluster.stop();
  }
}

/** Counts what nginx has written to its error log, by message, most frequent first. @returns {Promise<[string, number][]>} */
async function readComplaints(file) {
  const counts = new Map();
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const message = /\d+#\d+: (?:\*\d+ )?(.*?)(?:, client: |$)/.exec(line)?.[1];
    if (message !== undefined) counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).slice(0, 10);
}

/** Waits until a server that was started again gets requests. @returns whether it got one before the viewers have gone */
async function waitUntilTakenIn({ url, pid }, endMs, signal) {
  while (performance.now() < endMs) {
    // A busy server may answer late; it is asked again.
    const told = await readServer(url, pid(), metricsToken).catch(() => undefined);
    if (told !== undefined && told.requests > 0) return true;
    await pause(100, undefined, { signal });
  }
  return false;
}
