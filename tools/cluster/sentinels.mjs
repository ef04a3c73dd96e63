// Starts a Redis with a replica and three Sentinels on the loopback of this machine. The settings are those that
// `docs/escalar.md` recommends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from './free-port.mjs';
import { startRedis } from './redis.mjs';

const masterName = 'principal';
const sentinelCount = 3;

/** @type {typeof import('./available.d.mts').startSentinels} */
export async function startSentinels(folder) {
  /** @param {string} name */
  const folderOf = async (name) => {
    await mkdir(path.join(folder, name));
    return path.join(folder, name);
  };
  const master = await startRedis({ folder: await folderOf('redis-1') });
  const masterPort = Number(new URL(master.url).port);
  const replica = await startRedis({ replicaOf: masterPort, folder: await folderOf('redis-2') });
  const nodes = [master, replica];
  /** @type {{ port: number, child: import('node:child_process').ChildProcess }[]} */
  const sentinels = [];
  const stop = async () => {
    for (const { child } of sentinels) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    for (const node of nodes) await node.stop();
  };
  try {
    for (let index = 1; index <= sentinelCount; index += 1) {
      const port = await findFreePort();
      const file = path.join(folder, `sentinel-${index}.conf`);
      await writeFile(file, configOf(folder, port, masterPort));
      const child = spawn('redis-server', [file, '--sentinel'], { stdio: ['ignore', 'ignore', 'inherit'] });
      sentinels.push({ port, child });
    }
    const ask = (/** @type {string[]} */ ...words) => askSentinel(sentinels[0]?.port ?? 0, words);
    const findMaster = async () => {
      const [, port] = await ask('sentinel', 'get-master-addr-by-name', masterName);
      return nodes.find((node) => new URL(node.url).port === port);
    };
    /** Waits until every Sentinel knows the others and the replica. */
    const becomeReplicated = async () => {
      for (;;) {
        const said = await ask('sentinel', 'ckquorum', masterName);
        const replicas = await ask('sentinel', 'replicas', masterName);
        const isLinked = replicas.join(' ').includes('master-link-status ok');
        if (said.join(' ').startsWith(`OK ${sentinelCount} usable`) && isLinked) return;
        await setTimeout(50);
      }
    };
    await becomeReplicated();
    return {
      url: `redis+sentinel://${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${masterName}`,
      becomeReplicated,
      async findMaster() {
        const found = await findMaster();
        if (found === undefined) throw new Error('the Sentinels name no Redis of this test');
        return found;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param {string} folder @param {number} port @param {number} masterPort */
const configOf = (folder, port, masterPort) => `
bind 127.0.0.1
port ${port}
dir ${folder}
sentinel monitor ${masterName} 127.0.0.1 ${masterPort} 2
sentinel down-after-milliseconds ${masterName} 1000
sentinel failover-timeout ${masterName} 5000
sentinel parallel-syncs ${masterName} 1
`;

/** Sends a command to a Sentinel. @param {number} port @param {readonly string[]} words @returns {Promise<string[]>} its words */
async function askSentinel(port, words) {
  const child = spawn('redis-cli', ['-p', String(port), ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text));
  await once(child, 'close');
  return said.trim().split('\n');
}
