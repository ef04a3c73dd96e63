/** For this many target durations longer than its newest segments last, a live playlist may name no new one. */
const patienceTargetDurations = 0.5;
/** The target duration that counts for a playlist that states none, or an absurd one, in seconds. */
const usualTargetSeconds = 6;
const longestTargetSeconds = 60;

/**
 * Whether an HLS playlist names neither a segment nor a rendition, and has no end: providers answer so while a channel
 * starts.
 */
export const isEmptyPlaylist = (text: string): boolean =>
  !/^[ \t]*[^#\s]/m.test(text.replace(/^\uFEFF/, '')) && !/^#EXT-X-ENDLIST|\bURI="/m.test(text);

export function readTargetMs(text: string): number {
  const seconds = Number(/^#EXT-X-TARGETDURATION:[ \t]*(\d{1,9})/m.exec(text)?.[1] ?? 0);
  const isUsable = seconds > 0 && seconds <= longestTargetSeconds;
  return (isUsable ? seconds : usualTargetSeconds) * 1_000;
}

/**
 * After how many milliseconds without a change a live playlist stands still: half a target duration after the media that it
 * has named last are over. Some providers publish several segments at once.
 *
 * @param addedSegments - how many segments the last change has added
 */
export const stillAfterMs = (text: string, addedSegments = 1): number =>
  readTargetMs(text) * (addedSegments + patienceTargetDurations);
