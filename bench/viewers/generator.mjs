import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const start = (script) =>
  fork(fileURLToPath(new URL(script, import.meta.url)), { serialization: 'advanced' });

/**
 * Lets virtual viewers use a server, from a process of their own.
 *
 * @param {import('./run-viewers.mjs').Plan} plan
 * @param {{ signal: AbortSignal, onStart?: (startedAtMs: number, pid: number) => void }} options - `onStart` is told the
 * moment from which the seconds of the figures are counted, in ms since 1970
 * @returns {Promise<import('./run-viewers.mjs').Summary & { startedAtMs: number }>}
 */
export async function generate(plan, { signal, onStart }) {
  const child = start('./generate.mjs');
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  const exit = once(child, 'exit');
  let startedAtMs = 0;
  let summary;
  child.on('message', (message) => {
    if (message.summary !== undefined) summary = message.summary;
    else {
      startedAtMs = message.startedAtMs;
      onStart?.(startedAtMs, child.pid);
    }
  });
  child.send(plan);
  await exit;
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (summary === undefined) throw new Error('the process of the viewers ended early');
  return { ...summary, startedAtMs };
}

/**
 * Opens slow clients in a process of their own.
 *
 * @param {{ origin: string, count: number, token: string, deviceId: string, film: string }} options
 * @returns {() => Promise<Record<string, { opened: number, ended: number, longestSeconds: number }>>} ends them
 */
export function openSlowSockets(options) {
  const child = start('./slow-sockets.mjs');
  const exit = once(child, 'exit');
  child.send(options);
  return async () => {
    let told = {};
    child.on('message', (message) => (told = message.told));
    if (child.connected) child.send('stop');
    await exit;
    return told;
  };
}
