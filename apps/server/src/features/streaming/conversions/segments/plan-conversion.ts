/*
 * The playlist of a conversion is complete before any segment is made: the beginning of each segment follows from the keyframes
 * alone, so it is the same after every restart. A copied picture can be cut at its keyframes only; a transcoded one is cut every
 * few seconds, where ffmpeg is told to put keyframes.
 */
import type { MediaFacts } from '../source/media-facts.ts';

/** What becomes of a file: segment `n` lasts from boundary `n` to the next, in seconds of the file's own time. */
export interface ConversionPlan {
  mode: 'remux' | 'transcode';
  facts: MediaFacts & { video: NonNullable<MediaFacts['video']> };
  boundaries: readonly number[];
}

const segmentMs = 4_000;
/** Seeking aims a little behind a keyframe, so boundaries this close to the next keyframe are avoided. */
const lonelyMs = 300;
/** A remainder at the end that is shorter than this is added to the segment before it. */
const shortestMs = 500;
/** Four days, longer than any film. */
const longestSeconds = 345_600;

/** @param keyframesMs - ascending @returns boundaries in seconds; none where there is nothing to cut */
export function cutAtKeyframes(keyframesMs: readonly number[], endSeconds: number): number[] {
  const [first] = keyframesMs;
  const endMs = Math.max(Math.round(endSeconds * 1_000), (keyframesMs.at(-1) ?? 0) + 1);
  if (first === undefined || endMs - first < 1) return [];
  const boundaries = [first];
  let last = first;
  for (const [index, moment] of keyframesMs.entries()) {
    const next = keyframesMs[index + 1] ?? Number.POSITIVE_INFINITY;
    const isLonely = next - moment >= lonelyMs || moment - last >= 2 * segmentMs;
    if (moment - last < segmentMs || !isLonely || endMs - moment < shortestMs) continue;
    boundaries.push(moment);
    last = moment;
  }
  return [...boundaries, endMs].map((moment) => moment / 1_000);
}

/** @returns boundaries in seconds, evenly spread */
export function cutEvenly(startSeconds: number, endSeconds: number): number[] {
  const startMs = Math.round(startSeconds * 1_000);
  const endMs = Math.round(endSeconds * 1_000);
  const boundaries: number[] = [];
  for (let moment = startMs; moment === startMs || endMs - moment >= shortestMs; moment += segmentMs)
    boundaries.push(moment);
  return [...boundaries, Math.max(endMs, startMs + 1)].map((moment) => moment / 1_000);
}

/**
 * @param keyframesMs - of the picture; without any it is encoded anew
 * @returns `undefined` for what has no picture or no end
 */
export function planConversion(
  facts: MediaFacts,
  keyframesMs: readonly number[] | undefined,
): ConversionPlan | undefined {
  const { video, startSeconds, endSeconds } = facts;
  if (video === null || endSeconds === null || endSeconds - startSeconds > longestSeconds) return undefined;
  const cuts = keyframesMs === undefined ? [] : cutAtKeyframes(keyframesMs, endSeconds);
  const isCopied = cuts.length > 1;
  return {
    mode: isCopied ? 'remux' : 'transcode',
    facts: { ...facts, video },
    boundaries: isCopied ? cuts : cutEvenly(startSeconds, endSeconds),
  };
}
