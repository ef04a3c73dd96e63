import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEtcd } from './etcd.mjs';
import { startNginx } from './nginx.mjs';
import { startPatroni } from './patroni.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { startSentinels } from './sentinels.mjs';
import { startProcess } from '../product/process.mjs';

/**
 * What a start makes: its folders, and in which order it is stopped.
 *
 * @typedef {object} Start
 * @property {string} folder
 * @property {(name: string) => Promise<string>} folderOf - makes a folder in it
 * @property {(stop: () => Promise<void>) => void} onClose
 */

/** @type {typeof import('./start.d.mts').startCluster} */
export const startCluster = (options) =>
  startServers(options, async ({ folderOf, onClose }) => {
    const database = await startPostgres(await folderOf('postgres'));
    onClose(database.stop);
    const redis = await startRedis();
    onClose(redis.stop);
    return { database, redis };
  });

/** @type {typeof import('./start.d.mts').startAvailableCluster} */
export const startAvailableCluster = (options) =>
  startServers(options, async ({ folderOf, onClose }) => {
    const etcd = await startEtcd(await folderOf('etcd'));
    onClose(etcd.stop);
    const database = await startPatroni(await folderOf('postgres'), etcd.hosts);
    onClose(database.stop);
    const redis = await startSentinels(await folderOf('redis'));
    onClose(redis.stop);
    return { etcd, database, redis };
  });

/**
 * Starts what the servers need, then the servers and nginx.
 *
 * @template {{ database: { url: string }, redis: { url: string } }} S
 * @param {import('./cluster.d.mts').ClusterOptions | undefined} options
 * @param {(start: Start) => Promise<S>} startServices
 */
async function startServers({ servers: count = 2, port, env = {}, prepare } = {}, startServices) {
  const folder = await mkdtemp(path.join(tmpdir(), 'butaca-cluster-'));
  // PostgreSQL, which does not run as root, reaches its folder.
  await chmod(folder, 0o711);
  /** @type {(() => Promise<void>)[]} */
  const closing = [];
  const close = async () => {
    for (const stop of closing.toReversed()) await stop();
    await rm(folder, { recursive: true, force: true });
  };
  /** @param {string} name */
  const folderOf = async (name) => {
    await mkdir(path.join(folder, name), { mode: 0o755 });
    return path.join(folder, name);
  };
  const failing = new AbortController();
  try {
    const services = await startServices({ folder, folderOf, onClose: (stop) => closing.push(stop) });
    await prepare?.(services.database.url);
    const shared = {
      DATABASE_URL: services.database.url,
      REDIS_URL: services.redis.url,
      SHARED_DIR: await folderOf('shared'),
      TRUSTED_PROXIES: '127.0.0.1',
      NGINX_SECRET: randomBytes(24).toString('hex'),
      ADMIN_PASSWORD: 'clave-del-conjunto-2031',
      ...env,
    };
    // All of them at once: the first start migrates the database, and the others wait for it.
    const starts = Array.from({ length: count }, async (_item, index) =>
      startProcess({
        env: { ...shared, DATA_DIR: await folderOf(`server-${index + 1}`) },
        signal: failing.signal,
      }),
    );
    // Before they have started, because one of them may fail.
    closing.push(async () => {
      const ends = await Promise.allSettled(starts);
      await Promise.all(ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.stop()] : [])));
    });
    const servers = await Promise.all(starts);
    const balancer = await startNginx(
      await folderOf('nginx'),
      servers.map((server) => server.port),
      { port, secret: shared.NGINX_SECRET, authorities: env['NODE_EXTRA_CA_CERTS'] },
    );
    closing.push(balancer.stop);
    return {
      url: balancer.url,
      adminPassword: shared.ADMIN_PASSWORD,
      nginxSecret: shared.NGINX_SECRET,
      ...services,
      servers,
      folder,
      stop: close,
    };
  } catch (error) {
    failing.abort();
    await close();
    throw error;
  }
}
