/*
 * Counts taps on the outer thirds of the video. Two taps on the same side are one seek step, and each further tap is
 * one more step. A tap on the other side, in the middle, or too late starts a new series.
 */

/** A tap on the video. */
export interface Tap {
  atMs: number;
  /** The horizontal position of the tap: 0 is the left edge of the video, 1 the right edge. */
  x: number;
}

export type TapSide = 'back' | 'forward';

const secondTapMs = 300;
const furtherTapMs = 650;

/** Creates a function that takes each tap and returns the side to seek to, or `undefined` if the tap is not a seek step. */
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
