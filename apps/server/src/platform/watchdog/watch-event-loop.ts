import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import { beatsAt, debuggedAt, type WatchedLoop } from './watched-loop.ts';
import { systemClock } from '../clock.ts';

/** How long the event loop may stand still, in ms: what it serves then is served by nobody. */
const limitMs = 10_000;
const tickMs = 500;

/**
 * Ends this process, from a thread that goes on, when its event loop stands still for ten seconds: the process accepts
 * connections then and answers none of them, and only its end makes room for another one. Neither a process that was stopped
 * nor one with a debugger is ended.
 */
export function watchEventLoop(log: Log): void {
  const shared = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  const marks = new Int32Array(shared);
  const beat = (): void => {
    Atomics.add(marks, beatsAt, 1);
    Atomics.store(marks, debuggedAt, inspector.url() === undefined ? 0 : 1);
  };
  beat();
  systemClock.every(tickMs, beat);
  const workerData: WatchedLoop = { shared, tickMs, limitMs };
  const worker = new Worker(new URL('./event-loop.worker.ts', import.meta.url), {
    workerData,
    // It needs little, and none of the sizes that the server was started with.
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
    execArgv: [],
  });
  worker.on('error', (err) => log.error({ err }, 'the event loop is not watched'));
  worker.unref();
}
