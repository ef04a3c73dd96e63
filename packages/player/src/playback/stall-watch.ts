/*
 * Watches whether a live stream that ought to play does so. A network that loses packets, or a playlist whose segments
 * the engine (hls.js, …) does not find, stops the picture without any failure that could be retried. A jump of the
 * playback position is no progress: the engine may seek again and again in a stalled stream. Bytes of media that arrive
 * slowly are progress.
 */
import { every, type Cancel } from '../base/clock.ts';

/** How often it is looked whether bytes have arrived, in milliseconds. */
const lookEveryMs = 1000;
/** A larger step between two reports of the playback position, in seconds, is a jump. */
const longestStepSeconds = 2;
/** So many seconds have to be played for the time to be counted anew: a browser counts a little at every jump. */
const progressSeconds = 1;

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
   * @param isExpected - whether the stream ought to play: it is live, nobody has paused it, it has not failed, and no
   * request for it is being put off
   */
  note(isExpected: boolean, reach: PlayedReach): void;
  dispose(): void;
}

interface StallNeeds {
  /**
   * The number of bytes that have arrived so far and that playback waits for. A larger number than ever since the last
   * progress is progress: requests that are dropped and repeated bring the same bytes again.
   */
  awaitedBytes(): number;
  /** After how many milliseconds without progress the stream has stalled. */
  limitMs(): number;
  /** Called each time when the stream has stalled. */
  onStall(): void;
}

export function createStallWatch({ awaitedBytes, limitMs, onStall }: StallNeeds): StallWatch {
  let cancelLooks: Cancel | undefined;
  let noted: PlayedReach = { playedSeconds: 0, positionSeconds: 0, hasMedia: false };
  let steppedSeconds = 0;
  let playedBefore = 0;

  function cancel(): void {
    cancelLooks?.();
    cancelLooks = undefined;
  }

  function begin(): void {
    cancel();
    steppedSeconds = 0;
    playedBefore = noted.playedSeconds;
    let mostBytes = awaitedBytes();
    let quietMs = 0;
    cancelLooks = every(lookEveryMs, () => {
      const bytes = awaitedBytes();
      quietMs = bytes > mostBytes ? 0 : quietMs + lookEveryMs;
      mostBytes = Math.max(mostBytes, bytes);
      if (quietMs < limitMs()) return;
      cancel();
      onStall();
    });
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
      else if (hasMoved || cancelLooks === undefined) begin();
    },
    dispose: cancel,
  };
}
