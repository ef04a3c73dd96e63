/** How often a channel is looked at, in milliseconds. */
const everyMs = 100;
/** When this process itself was busy for so long, in milliseconds, what has come meanwhile is read first. */
const busyMs = 300;

/** Calls a function ten times a second, except when this process has just been too busy to read what has come. */
export function watchSteadily(look: () => void): { end(): void } {
  let lookedAtMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    const wasBusy = nowMs - lookedAtMs > everyMs + busyMs;
    lookedAtMs = nowMs;
    if (!wasBusy) look();
  }, everyMs).unref();
  return { end: () => clearInterval(timer) };
}
