import type { Clock } from '../../../../platform/clock.ts';
/** How often a channel is looked at, in milliseconds. */
const everyMs = 100;
/** When this process itself was busy for so long, in milliseconds, what has come meanwhile is read first. */
const busyMs = 300;

/** Calls a function ten times a second, but not when this process has just been too busy to read what has come. */
export function watchSteadily(look: () => void, clock: Pick<Clock, 'steadyMs' | 'every'>): { end(): void } {
  let lookedAtMs = clock.steadyMs();
  let hasSkipped = false;
  const end = clock.every(everyMs, () => {
    const nowMs = clock.steadyMs();
    hasSkipped = !hasSkipped && nowMs - lookedAtMs > everyMs + busyMs;
    lookedAtMs = nowMs;
    if (!hasSkipped) look();
  });
  return { end };
}
