import type { FileContents } from '@butaca/contract';

type Scene = FileContents['scenes'][number];

/** After so many seconds of a scene, going back leads to its own beginning. */
const begunSeconds = 3;

/** Finds the scene that begins after a position, in seconds. */
export const findNextScene = (scenes: readonly Scene[], seconds: number): Scene | undefined =>
  scenes.find(({ startSeconds }) => startSeconds > seconds + 0.5);

/** Finds the scene to which going back leads: the present one, or the one before it if the present one has just begun. */
export const findPreviousScene = (scenes: readonly Scene[], seconds: number): Scene | undefined =>
  scenes.findLast(({ startSeconds }) => startSeconds <= Math.max(0, seconds - begunSeconds)) ?? scenes[0];
