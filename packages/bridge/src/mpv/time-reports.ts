import type { Clock } from '../base/clock.ts';

/** Positions that mpv reports many times a second, told at most once a second. */
export interface TimeReports {
  /** Tells the position, or keeps it when one was told within the last second. */
  add(seconds: number): void;
  /** Tells the position that was kept, if any: playback pauses or ends there. */
  flush(): void;
  /** Forgets the position that was kept: other media begin. */
  reset(): void;
}

const shortestGapMs = 1000;

export function createTimeReports(clock: Clock, tell: (seconds: number) => void): TimeReports {
  let toldAt = Number.NEGATIVE_INFINITY;
  let kept: number | undefined;
  const tellNow = (seconds: number): void => {
    toldAt = clock.now();
    kept = undefined;
    tell(seconds);
  };
  return {
    add(seconds) {
      if (clock.now() - toldAt >= shortestGapMs) tellNow(seconds);
      else kept = seconds;
    },
    flush() {
      if (kept !== undefined) tellNow(kept);
    },
    reset() {
      kept = undefined;
      toldAt = Number.NEGATIVE_INFINITY;
    },
  };
}
