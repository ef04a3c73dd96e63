// Starts a PostgreSQL with a synchronous replica under Debian's Patroni on the loopback of this machine. The settings are those
// that `docs/escalar.md` recommends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';
import { findPrograms, giveFolder, killAll, unprivileged } from './postgres.mjs';

/**
 * After how many seconds without a sign of life the primary is replaced, how often Patroni looks, and for how long it tries to
 * reach etcd before the primary steps down: longer than etcd takes to elect a leader. `ttl` is at least
 * `loop_wait + 2 * retry_timeout`. Later versions than Debian 12's accept no `ttl` below twenty.
 */
const timing = { ttl: 11, loop_wait: 1, retry_timeout: 5 };

/** What all nodes share; Patroni keeps it in etcd. */
const shared = {
  ...timing,
  maximum_lag_on_failover: 1_048_576,
  // A write is acknowledged when the replica has it on its disk, and only such a replica is promoted.
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: { max_connections: 200, synchronous_commit: 'on', wal_keep_size: '256MB' },
  },
};

/** @type {typeof import('./available.d.mts').startPatroni} */
export async function startPatroni(folder, etcdHosts) {
  await giveFolder(folder);
  const programs = await findPrograms();
  const nodes = [];
  for (const name of ['uno', 'dos']) {
    const [port, rest] = [await findFreePort(), await findFreePort()];
    const home = path.join(folder, name);
    await mkdir(home, { mode: 0o700 });
    await giveFolder(home);
    const file = path.join(home, 'patroni.yml');
    // JSON is YAML, too.
    const config = configOf({ name, home, port, rest, programs, etcdHosts });
    await writeFile(file, JSON.stringify(config), { mode: 0o644 });
    nodes.push(startNode({ name, file, home, port, rest }));
  }
  /** The members as a living node sees them. @returns {Promise<{ name: string, role: string, state: string }[]>} */
  const readMembers = async () => {
    for (const { rest } of nodes) {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return (await answer.json()).members;
    }
    return [];
  };
  /** @param {string} role */
  const findNode = async (role) => {
    const found = (await readMembers()).find((one) => one.role === role && one.state === 'running');
    return nodes.find(({ name }) => name === found?.name);
  };
  async function becomeReplicated() {
    while ((await findNode('leader')) === undefined || (await findNode('sync_standby')) === undefined) {
      await setTimeout(100);
    }
  }
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.kill()));
  };
  try {
    await Promise.race([becomeReplicated(), ...nodes.map((node) => node.failed)]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`,
    becomeReplicated,
    async findPrimary() {
      const node = await findNode('leader');
      if (node === undefined) throw new Error('no PostgreSQL is the primary');
      return node;
    },
    stop,
  };
}

/** @param {string} home */
const dataFolderOf = (home) => path.join(home, 'data');

/** @param {{ name: string, home: string, port: number, rest: number, programs: string, etcdHosts: readonly string[] }} node */
const configOf = ({ name, home, port, rest, programs, etcdHosts }) => ({
  scope: 'butaca',
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { hosts: etcdHosts },
  log: { level: 'WARNING' },
  bootstrap: { dcs: shared, initdb: [{ encoding: 'UTF8' }, { locale: 'C' }] },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: dataFolderOf(home),
    bin_dir: programs,
    pgpass: path.join(home, 'pgpass'),
    authentication: { superuser: { username: 'postgres' }, replication: { username: 'replicator' } },
    pg_hba: [
      'local all all trust',
      'host all all 127.0.0.1/32 trust',
      'host replication all 127.0.0.1/32 trust',
    ],
    parameters: { unix_socket_directories: home },
  },
});

/** @param {{ name: string, file: string, home: string, port: number, rest: number }} node */
function startNode({ name, file, home, port, rest }) {
  const run = () =>
    spawn('patroni', [file], {
      cwd: home,
      env: { HOME: home, PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: 'ignore',
      ...unprivileged,
    });
  let child = run();
  const dataFolder = dataFolderOf(home);
  return {
    name,
    dataFolder,
    pid: () => child.pid ?? 0,
    port,
    rest,
    failed: once(child, 'exit').then(([code]) => Promise.reject(new Error(`patroni has ended with ${code}`))),
    /** Ends Patroni and its PostgreSQL at once, as when their machine loses its power. */
    async kill() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      const text = await readFile(path.join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
      const pid = Number(text.split('\n')[0]);
      // The file stays behind when a process is killed.
      if (pid > 0 && existsSync(`/proc/${pid}`)) await killAll(pid);
    },
    async restart() {
      child = run();
    },
  };
}
