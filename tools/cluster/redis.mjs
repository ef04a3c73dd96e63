// Starts Debian's `redis-server` on this machine for `npm run cluster` and its tests: on a free port of the loopback, with
// everything in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from './free-port.mjs';

/** @type {typeof import('./redis.d.mts').startRedis} */
export async function startRedis({ replicaOf, folder } = {}) {
  const port = await findFreePort();
  let child = await run(port, replicaOf, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async restart(replicaOfNow = replicaOf) {
      child = await run(port, replicaOfNow, folder);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

/** @param {number} port @param {number | undefined} replicaOf @param {string | undefined} folder */
async function run(port, replicaOf, folder) {
  const options = [
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
    ...(replicaOf === undefined ? [] : ['--replicaof', `127.0.0.1 ${replicaOf}`]),
  ];
  const child = spawn('redis-server', ['--port', String(port), ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: folder,
  });
  child.stdout.setEncoding('utf8');
  let said = '';
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('Ready to accept connections')) break;
  }
  if (!said.includes('Ready to accept connections')) throw new Error(`redis-server did not start: ${said}`);
  child.stdout.resume();
  return child;
}
