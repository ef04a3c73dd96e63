/*
 * Measures for how long a source of a channel in MPEG-TS sends nothing, and which pauses are usual for it: some sources send
 * two seconds of media at once, then nothing for two seconds. A pause says something only by how much longer it is than the
 * usual ones. Before a source has shown its pauses, the media that it has sent ahead of time stand for the usual one.
 */

export interface PauseMeter {
  /** Notes that something has come. */
  hear(): void;
  /** Notes by how much longer what has come plays, in milliseconds. */
  gain(mediaMs: number): void;
  /** For how long nothing has come, in milliseconds. */
  silentMs(): number;
  /** The longest pause that is usual for the source, in milliseconds. */
  usualMs(): number;
  /** Lets the present pause begin now, because nothing was read from the source before. */
  restart(): void;
}

/** Usual is the longest pause of this span of time and of the one before it, in milliseconds. */
const spanMs = 10_000;
/** After how long the pauses of a source are known, in milliseconds. */
const knownAfterMs = 5_000;

/** @param nowMs - a clock that is never set, in milliseconds */
export function createPauseMeter(nowMs: () => number): PauseMeter {
  const beganAtMs = nowMs();
  let heardAtMs = beganAtMs;
  /** When all media that have come will have been played. */
  let playedAtMs = beganAtMs;
  let span = { beganAtMs, longestMs: 0, longestBeforeMs: 0 };

  function note(pauseMs: number): void {
    const now = nowMs();
    if (now - span.beganAtMs >= spanMs) {
      span = { beganAtMs: now, longestMs: 0, longestBeforeMs: span.longestMs };
    }
    span.longestMs = Math.max(span.longestMs, pauseMs);
  }

  return {
    hear() {
      note(nowMs() - heardAtMs);
      heardAtMs = nowMs();
    },
    gain(mediaMs) {
      playedAtMs = Math.max(playedAtMs, nowMs()) + mediaMs;
    },
    silentMs: () => nowMs() - heardAtMs,
    usualMs() {
      const aheadMs = nowMs() - beganAtMs < knownAfterMs ? playedAtMs - heardAtMs : 0;
      return Math.max(span.longestMs, span.longestBeforeMs, aheadMs);
    },
    restart() {
      heardAtMs = nowMs();
    },
  };
}
