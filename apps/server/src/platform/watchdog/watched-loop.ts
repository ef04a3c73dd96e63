/** What the main thread shares with the thread that watches its event loop. */
export interface WatchedLoop {
  /** Two 32-bit numbers, at `beatsAt` and `debuggedAt`. */
  shared: SharedArrayBuffer;
  tickMs: number;
  limitMs: number;
}

/** Where the number is that the event loop increases. */
export const beatsAt = 0;
/** Where it says with 1 that a debugger may stop the event loop. */
export const debuggedAt = 1;
