import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startNginx } from './nginx.mjs';
import { startPostgres } from './postgres.mjs';
import { startRedis } from './redis.mjs';
import { startProcess } from '../product/process.mjs';

/**
 * Starts PostgreSQL, Redis, nginx and several built servers on the loopback of this machine.
 *
 * @param {import('./cluster.d.mts').ClusterOptions} [options]
 * @returns {Promise<import('./cluster.d.mts').Cluster>}
 */
export async function startCluster({ servers: count = 2, port, env = {}, prepare } = {}) {
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
    const database = await startPostgres(await folderOf('postgres'));
    closing.push(database.stop);
    await prepare?.(database.url);
    const redis = await startRedis();
    closing.push(redis.stop);
    const shared = {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
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
      database,
      redis,
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
