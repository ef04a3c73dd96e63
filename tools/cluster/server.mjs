import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '../paths.mjs';

/** How long a server may take to end after SIGTERM, in ms. */
const stopMs = 30_000;

/**
 * Starts one of several built servers, on a port that stays the same when it is started again.
 *
 * @param {Readonly<Record<string, string>>} env
 * @param {AbortSignal} [signal] - kills a server that is still starting
 * @returns {Promise<import('./cluster.d.mts').Server>}
 */
export async function startServer(env, signal) {
  const server = { port: 0, child: await run({ ...env, PORT: env['PORT'] ?? '0' }, signal) };
  server.port = server.child.port;
  return {
    port: server.port,
    url: `http://127.0.0.1:${server.port}`,
    pid: () => server.child.process.pid ?? 0,
    async kill() {
      server.child.process.kill('SIGKILL');
      await once(server.child.process, 'exit');
    },
    async restart() {
      server.child = await run({ ...env, PORT: String(server.port) });
    },
    freeze: () => void server.child.process.kill('SIGSTOP'),
    thaw: () => void server.child.process.kill('SIGCONT'),
    async stop() {
      const { process: running } = server.child;
      if (running.exitCode !== null || running.signalCode !== null) return;
      running.kill('SIGTERM');
      const exit = once(running, 'exit');
      const timer = setTimeout(() => {
        console.error(
          `The server (process ${running.pid}) has not ended ${stopMs / 1_000} s after SIGTERM: killed.`,
        );
        running.kill('SIGKILL');
      }, stopMs);
      await exit;
      clearTimeout(timer);
    },
  };
}

/**
 * @param {Readonly<Record<string, string>>} env
 * @param {AbortSignal} [signal]
 */
async function run(env, signal) {
  const child = spawn(process.execPath, ['--max-semi-space-size=64', inRoot('apps/server/dist/main.js')], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  signal?.addEventListener('abort', () => child.kill('SIGKILL'), { once: true });
  let said = '';
  let port;
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    said += text;
    port = /http:\/\/localhost:(\d+)/u.exec(said)?.[1];
    if (port !== undefined) break;
  }
  if (port === undefined) throw new Error(`the server did not start: ${said}`);
  // After the loop, which stops the stream: a server whose log is not read cannot write it, and does not end.
  child.stdout.resume();
  return { process: child, port: Number(port), said };
}
