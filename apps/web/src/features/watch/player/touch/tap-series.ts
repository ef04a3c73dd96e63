/*
 * Two taps on the same outer third of the picture are one step; each further tap is one more. A tap on the other side, in the
 * middle, or too late starts anew.
 */

/** A tap on the picture. */
export interface Tap {
  atMs: number;
  /** The horizontal position, from 0 at the left to 1. */
  x: number;
}

export type TapSide = 'back' | 'forward';

const secondTapMs = 300;
const furtherTapMs = 650;

/** Counts taps and answers which of them are steps, and to which side. */
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
