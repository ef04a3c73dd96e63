import { readCues, type IndexLimits, type MatroskaHead } from './matroska-cues.ts';
import { readMoov } from './mp4-keyframes.ts';

/** The bytes of a file's index, and what has to be known to read them. */
export type KeyframeIndex =
  | { container: 'matroska'; bytes: Uint8Array<ArrayBuffer>; head: MatroskaHead }
  | { container: 'mp4'; bytes: Uint8Array<ArrayBuffer> };

/** Four days. */
const longestMs = 345_600_000;
/** As many as a film of two hours has in which every picture is a keyframe. */
const keyframeLimit = 200_000;
/** A Matroska index has about ten elements for each keyframe; an MP4's has a few hundred boxes. */
const limitsOf: Readonly<Record<KeyframeIndex['container'], IndexLimits>> = {
  matroska: { elements: 10 * keyframeLimit, keyframes: keyframeLimit },
  mp4: { elements: keyframeLimit, keyframes: keyframeLimit },
};

/**
 * Reads an index out of bytes that a provider sent. The work is linear in their number.
 *
 * @returns milliseconds, ascending; `undefined` where there are none, or more than in any film
 */
export function readKeyframeIndex(index: KeyframeIndex): number[] | undefined {
  const limits = limitsOf[index.container];
  const found =
    index.container === 'matroska'
      ? readCues(index.bytes, index.head, limits)
      : readMoov(index.bytes, limits);
  return found && tidyKeyframes(found);
}

/**
 * Ascending, each once, and none that no film is long enough for.
 *
 * @returns `undefined` where none is left, or more than in any film
 */
export function tidyKeyframes(found: readonly number[]): number[] | undefined {
  if (found.length > keyframeLimit) return undefined;
  const likely = found.filter((moment) => Math.abs(moment) < longestMs);
  return likely.length === 0 ? undefined : [...new Set(likely)].toSorted((one, other) => one - other);
}
