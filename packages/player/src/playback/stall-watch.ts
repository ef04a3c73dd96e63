/*
 * Watches whether a live stream that ought to play does so. A network that loses packets, or a playlist whose segments
 * the engine (hls.js, …) does not find, stops the picture without any failure that could be retried. A jump of the
 * playback position is no progress: the engine may seek again and again in a stalled stream.
 */

/** After so many milliseconds in which nothing was played, a live stream has stalled. */
const stallAfterMs = 8000;
/** A larger step between two reports of the playback position, in seconds, is a jump. */
const longestStepSeconds = 2;
/** So many seconds have to be played for the time to be counted anew: a browser counts a little at every jump. */
const progressSeconds = 1;

/** How far a stream has been played. */
interface PlayedReach {
  /** How many seconds of the stream were played so far; those that are played again do not count again. */
  playedSeconds: number;
  positionSeconds: number;
  /** Whether media for the position and beyond have arrived; a jump into a gap moves the position, too. */
  hasMedia: boolean;
}

export interface StallWatch {
  /**
   * Notes how far the stream has been played.
   *
   * @param isExpected - whether the stream ought to play: it is live, nobody has paused it, and it has not failed
   */
  note(isExpected: boolean, reach: PlayedReach): void;
  /** Counts the time of a stall from now on again, because a request has just failed and is about to be repeated. */
  restart(): void;
  dispose(): void;
}

/** Creates the watch. @param onStall - called each time when nothing was played for eight seconds */
export function createStallWatch(onStall: () => void): StallWatch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noted: PlayedReach = { playedSeconds: 0, positionSeconds: 0, hasMedia: false };

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  let steppedSeconds = 0;
  let playedBefore = 0;

  function begin(): void {
    cancel();
    steppedSeconds = 0;
    playedBefore = noted.playedSeconds;
    timer = setTimeout(() => {
      timer = undefined;
      onStall();
    }, stallAfterMs);
  }

  return {
    note(isExpected, reach) {
      const stepSeconds = reach.positionSeconds - noted.positionSeconds;
      if (reach.hasMedia && stepSeconds > 0 && stepSeconds <= longestStepSeconds)
        steppedSeconds += stepSeconds;
      noted = reach;
      const grownSeconds = reach.playedSeconds - playedBefore;
      // A stream that was opened anew has played less than before.
      const hasMoved = steppedSeconds >= progressSeconds || Math.abs(grownSeconds) >= progressSeconds;
      if (!isExpected) cancel();
      else if (hasMoved || timer === undefined) begin();
    },
    restart() {
      if (timer !== undefined) begin();
    },
    dispose: cancel,
  };
}
