/*
 * The HLS playlist of a converted film is complete before any segment is made: the boundaries of segments depend only
 * on the keyframes and the duration, so they are the same after every restart. A copied video can be cut only at its
 * keyframes; a transcoded one is cut every few seconds, where ffmpeg is told to place keyframes.
 */
import { longestFilmSeconds } from '../source/longest-film.ts';
import type { MediaFacts } from '../source/media-facts.ts';

/**
 * How a film is converted into HLS: segment `n` lasts from boundary `n` to the next, in seconds of the film's own time.
 */
export interface ConversionPlan {
  mode: 'remux' | 'transcode';
  facts: MediaFacts & { video: NonNullable<MediaFacts['video']> };
  boundaries: readonly number[];
}

/** The least length of a copied segment that is not one of the first. */
const segmentMs = 4_000;
/**
 * The length of encoded segments. The picture appears when the first segment is complete, and after a seek when the one
 * at that position is. Decoding takes most of the time: one second of a 1080p film in 10-bit HEVC takes 0.9 s of a core,
 * and a lower resolution with a faster preset would save only a quarter of that.
 */
const encodedSegmentMs = 2_000;
/** The first segments are shorter, so that a film that is played from its beginning appears sooner. */
const firstSegmentMs = 1_000;
const firstSegments = 2;
/**
 * Seeking in ffmpeg aims slightly behind a keyframe, so a keyframe that the next one follows this closely is avoided as
 * a segment boundary.
 */
const lonelyMs = 300;
/** If the last segment of a converted film would be shorter than this, it is merged into the one before it. */
const shortestMs = 500;

/**
 * Places the segment boundaries of a converted film at its keyframes.
 *
 * @param keyframesMs - ascending
 * @returns boundaries in seconds; empty when there is nothing to cut
 */
export function cutAtKeyframes(keyframesMs: readonly number[], endSeconds: number): number[] {
  const [first] = keyframesMs;
  const endMs = Math.max(Math.round(endSeconds * 1_000), (keyframesMs.at(-1) ?? 0) + 1);
  if (first === undefined || endMs - first < 1) return [];
  const boundaries = [first];
  let last = first;
  for (const [index, moment] of keyframesMs.entries()) {
    const next = keyframesMs[index + 1] ?? Number.POSITIVE_INFINITY;
    const leastMs = boundaries.length <= firstSegments ? firstSegmentMs : segmentMs;
    const isLonely = next - moment >= lonelyMs || moment - last >= 2 * segmentMs;
    if (moment - last < leastMs || !isLonely || endMs - moment < shortestMs) continue;
    boundaries.push(moment);
    last = moment;
  }
  return [...boundaries, endMs].map((moment) => moment / 1_000);
}

/**
 * Places the segment boundaries of a transcoded film: short segments first, then regular intervals.
 *
 * @returns boundaries in seconds
 */
export function cutEvenly(startSeconds: number, endSeconds: number): number[] {
  const startMs = Math.round(startSeconds * 1_000);
  const endMs = Math.round(endSeconds * 1_000);
  const boundaries: number[] = [];
  let moment = startMs;
  while (moment === startMs || endMs - moment >= shortestMs) {
    boundaries.push(moment);
    moment += boundaries.length <= firstSegments ? firstSegmentMs : encodedSegmentMs;
  }
  return [...boundaries, Math.max(endMs, startMs + 1)].map((moment) => moment / 1_000);
}

/**
 * Plans the conversion of a film into HLS: copied or transcoded, and where its segments begin.
 *
 * @param keyframesMs - those of the video track; without keyframes the video is transcoded
 * @returns `undefined` when the file has no video or no known end
 */
export function planConversion(
  facts: MediaFacts,
  keyframesMs: readonly number[] | undefined,
): ConversionPlan | undefined {
  const { video, startSeconds, endSeconds } = facts;
  if (video === null || endSeconds === null || endSeconds - startSeconds > longestFilmSeconds)
    return undefined;
  const cuts = keyframesMs === undefined ? [] : cutAtKeyframes(keyframesMs, endSeconds);
  const isCopied = cuts.length > 1;
  return {
    mode: isCopied ? 'remux' : 'transcode',
    facts: { ...facts, video },
    boundaries: isCopied ? cuts : cutEvenly(startSeconds, endSeconds),
  };
}
