// Starts an etcd of several nodes on the loopback of this machine: in it Patroni keeps which PostgreSQL is the primary.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';

const nodeCount = 3;

/** @type {typeof import('./available.d.mts').startEtcd} */
export async function startEtcd(folder) {
  const places = [];
  for (let index = 1; index <= nodeCount; index += 1) {
    const [client, peer] = [await findFreePort(), await findFreePort()];
    places.push({
      name: `etcd-${index}`,
      client: `http://127.0.0.1:${client}`,
      peer: `http://127.0.0.1:${peer}`,
    });
  }
  const initial = places.map(({ name, peer }) => `${name}=${peer}`).join(',');
  const nodes = await Promise.all(
    places.map(async ({ name, client, peer }) => {
      const data = path.join(folder, name);
      await mkdir(data, { mode: 0o700 });
      const settings = {
        name,
        'data-dir': data,
        'log-level': 'error',
        'listen-client-urls': client,
        'advertise-client-urls': client,
        'listen-peer-urls': peer,
        'initial-advertise-peer-urls': peer,
        'initial-cluster': initial,
        'initial-cluster-token': 'butaca',
      };
      const args = Object.entries(settings).map(([option, value]) => `--${option}=${value}`);
      return startNode(args, client);
    }),
  );
  for (const node of nodes) await node.becomeHealthy();
  return {
    hosts: places.map(({ client }) => new URL(client).host),
    nodes,
    async findLeader() {
      for (const node of nodes) if (await node.isLeader()) return node;
      throw new Error('no node of etcd is the leader');
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.kill()));
    },
  };
}

/**
 * @param {readonly string[]} args
 * @param {string} url - for its clients
 * @returns {import('./available.d.mts').KillableNode & { becomeHealthy(): Promise<void>, isLeader(): Promise<boolean> }}
 */
function startNode(args, url) {
  const run = () => spawn('etcd', args, { stdio: ['ignore', 'ignore', 'ignore'] });
  let child = run();
  /** @param {string} call @param {RequestInit} [options] */
  const ask = (call, options) =>
    fetch(url + call, options).then(
      (answer) => answer.json(),
      () => undefined,
    );
  async function becomeHealthy() {
    while ((await ask('/health'))?.health !== 'true') {
      if (child.exitCode !== null) throw new Error(`etcd has ended with ${child.exitCode}`);
      await setTimeout(50);
    }
  }
  return {
    becomeHealthy,
    async isLeader() {
      const status = await ask('/v3/maintenance/status', { method: 'POST', body: '{}' });
      return status !== undefined && status.leader === status.header.member_id;
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async restart() {
      child = run();
      await becomeHealthy();
    },
  };
}
