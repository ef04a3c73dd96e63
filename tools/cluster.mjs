// `npm run cluster`: two servers behind nginx with one PostgreSQL and one Redis, on this machine, to try how several servers
// work together. Everything is in a temporary folder and is deleted at the end. `npm run cluster -- 4` starts four. With `--available`
// PostgreSQL has a replica, under Patroni and etcd, and Redis has one, under Sentinels, so that each part may be killed.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { prepareAvailable, prepareCluster } from './cluster/prepare.mjs';
import { startAvailableCluster, startCluster } from './cluster/start.mjs';
import { runCommand, Stop } from './terminal.mjs';

const mostServers = 16;
const port = 3_000;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { available: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const count = Number(positionals[0] ?? 2);
  if (!Number.isInteger(count) || count < 1 || count > mostServers) {
    throw new Stop(`Indica cuántos servidores, de 1 a ${mostServers}: npm run cluster -- 4`);
  }
  await requireFreePort();
  const [prepare, start] = values.available
    ? [prepareAvailable, startAvailableCluster]
    : [prepareCluster, startCluster];
  await prepare();
  // Before anything is started: PostgreSQL is in a process group of its own, and does not end by Ctrl+C.
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort());
  const cluster = await start({ servers: count, port, env: { DEMO: 'true' } }).catch((error) => {
    // Ctrl+C reaches the programs that are starting, too; what had started has been stopped by now.
    if (!stopping.signal.aborted) throw error;
  });
  if (cluster === undefined) return;
  console.log(`
Butaca con ${count} servidores está en ${cluster.url}
  Administrador   admin · ${cluster.adminPassword}
  Servidores      ${cluster.servers.map(({ url, pid }) => `${url} (proceso ${pid()})`).join('\n                  ')}
  PostgreSQL      ${cluster.database.url}
  Redis           ${cluster.redis.url}
${'etcd' in cluster ? `  etcd            ${cluster.etcd.hosts.join(', ')}\n${await describeHowToKill(cluster)}` : ''}\
Detén un servidor con «kill -9» para ver cómo siguen los demás. Ctrl+C lo detiene todo y borra sus datos.`);
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await cluster.stop();
});

/** Without this check the address of another program, such as `npm start`, would be given as that of the servers. */
async function requireFreePort() {
  const listener = createServer().listen(port, '127.0.0.1');
  await once(listener, 'listening').catch(() => {
    throw new Stop(`El puerto ${port} está ocupado. Detén el programa que lo usa (¿npm start?) y repite.`);
  });
  listener.close();
  await once(listener, 'close');
}

/** @param {import('./cluster/available.d.mts').AvailableCluster} cluster */
async function describeHowToKill({ database }) {
  const { pid, dataFolder } = await database.findPrimary();
  return `Mata el PostgreSQL principal, como si muriera su máquina: kill -9 ${pid()} $(head -1 ${dataFolder}/postmaster.pid)
`;
}
