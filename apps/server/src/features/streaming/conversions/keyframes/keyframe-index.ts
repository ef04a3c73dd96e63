import { readCues, type IndexLimits, type MatroskaHead } from './matroska-cues.ts';
import { readMoov } from './mp4-keyframes.ts';
import { longestFilmSeconds } from '../source/longest-film.ts';

/** The bytes of a film file's keyframe index, and the header values that are needed to read them. */
export type KeyframeIndex =
  | { container: 'matroska'; bytes: Uint8Array<ArrayBuffer>; head: MatroskaHead }
  | { container: 'mp4'; bytes: Uint8Array<ArrayBuffer> };

const longestMs = 1_000 * longestFilmSeconds;
/** An index with more keyframes than this is refused: a film of two hours has fewer frames. */
const keyframeLimit = 200_000;
/**
 * Limits on the keyframe indexes that are read: a Matroska index has about ten elements for each keyframe; that of an
 * MP4 has a few hundred boxes.
 */
const limitsOf: Readonly<Record<KeyframeIndex['container'], IndexLimits>> = {
  matroska: { elements: 10 * keyframeLimit, keyframes: keyframeLimit },
  mp4: { elements: keyframeLimit, keyframes: keyframeLimit },
};

/**
 * Reads the keyframes from a film file's index, which a provider sent. The work is linear in the number of bytes.
 *
 * @returns milliseconds, ascending; `undefined` when there are no keyframes, or more than in any film
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
 * Sorts the keyframes of a film, and drops duplicates and those beyond the length of any film.
 *
 * @returns `undefined` when no keyframe is left, or there are more than in any film
 */
export function tidyKeyframes(found: readonly number[]): number[] | undefined {
  if (found.length > keyframeLimit) return undefined;
  const likely = found.filter((moment) => Math.abs(moment) < longestMs);
  return likely.length === 0 ? undefined : [...new Set(likely)].toSorted((one, other) => one - other);
}
