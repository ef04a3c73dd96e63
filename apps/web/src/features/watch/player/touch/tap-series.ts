/* Counts taps on the left and right third of the video. Two quick taps on the same side seek one step, and each
   further tap seeks one more step. A tap on the other side, in the middle, or too late starts a new series. */

/** A tap of a finger on the video, by which the player seeks if it is one of a quick series. */
export interface Tap {
  atMs: number;
  /** The horizontal position of the tap: 0 is the left edge of the video, 1 the right edge. */
  x: number;
}

export type TapSide = 'back' | 'forward';

const secondTapMs = 300;
const furtherTapMs = 650;

/**
 * Creates a function that takes each tap on the video and returns the direction to seek in, or `undefined` if the tap
 * does not seek.
 */
export function createTapSeries(): (tap: Tap) => TapSide | undefined {
  let last: { side: TapSide; atMs: number; isStepping: boolean } | undefined;
  return ({ atMs, x }) => {
    const side = x < 1 / 3 ? 'back' : x > 2 / 3 ? 'forward' : undefined;
    const waitMs = last?.isStepping === true ? furtherTapMs : secondTapMs;
    const isStepping = last !== undefined && side === last.side && atMs - last.atMs <= waitMs;
    last = side && { side, atMs, isStepping };
    return isStepping ? side : undefined;
  };
}
