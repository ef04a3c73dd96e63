import { systemClock } from './clock.ts';
/**
 * Signals within this time, in ms, after the first one belong to the same request to stop: a terminal, npm and systemd
 * each send their own.
 */
const usualSameRequestMs = 2_000;
const parentCheckMs = 500;

/**
 * Calls `stop` (an orderly stop of the server) on the first SIGINT or SIGTERM, or when npm, which started this process
 * through a shell, has ended: a signal to npm alone ends the shell, which forwards nothing. A signal that comes later
 * than `sameRequestMs` after the first ends the process at once with exit code 1. The end of npm never ends the process
 * at once, because a signal to the whole process group ends npm too.
 */
export function stopOnSignals(stop: () => unknown, sameRequestMs = usualSameRequestMs): void {
  let firstAtMs: number | undefined;
  const begin = (): void => {
    if (firstAtMs !== undefined) return;
    firstAtMs = systemClock.steadyMs();
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (firstAtMs !== undefined && systemClock.steadyMs() - firstAtMs > sameRequestMs) process.exit(1);
      begin();
    });
  }
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  systemClock.every(parentCheckMs, () => {
    if (process.ppid !== parent) begin();
  });
}
