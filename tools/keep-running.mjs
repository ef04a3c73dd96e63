import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** The signal by which a server ends itself when its event loop stands still (`apps/server/src/platform/watchdog`). */
const watchdogSignal = 'SIGALRM';
/** How often a server that stood still is started again within this time. */
const restartsMax = 5;
const withinMs = 600_000;
const restartAfterMs = 1_000;

/**
 * Runs a server as a process of its own until it ends, and starts it again when it has ended itself because it stood still.
 * SIGINT and SIGTERM are passed on to it.
 *
 * @param {string} entry - its entry module
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code; 128 and the number of the signal that has ended it
 */
export async function keepRunning(entry, args) {
  const stopping = new AbortController();
  /** @type {(signal: NodeJS.Signals) => void} */
  let passOn = () => undefined;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => {
      stopping.abort();
      passOn(signal);
    });
  }
  /** @type {number[]} */
  const restartsMs = [];
  for (;;) {
    // The server ends when this process does, as it does when npm is its parent.
    const env = { npm_lifecycle_event: 'start', ...process.env };
    const child = spawn(process.execPath, [...process.execArgv, entry, ...args], { stdio: 'inherit', env });
    passOn = (signal) => void child.kill(signal);
    const [code, signal] = await once(child, 'exit');
    const isOver = signal !== watchdogSignal || stopping.signal.aborted;
    if (isOver) return code ?? 128 + constants.signals[signal];
    const nowMs = performance.now();
    restartsMs.push(nowMs);
    if (restartsMs.filter((ms) => nowMs - ms < withinMs).length > restartsMax) {
      console.error(
        `El servidor se ha quedado parado ${restartsMax + 1} veces en diez minutos y no se arranca más. Mira su registro.`,
      );
      return 128 + constants.signals[watchdogSignal];
    }
    console.error('El servidor se ha quedado parado y se ha terminado a sí mismo. Arranca de nuevo.');
    await pause(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return 0;
  }
}
