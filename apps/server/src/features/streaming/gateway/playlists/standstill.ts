/** After this many target durations without a new segment, a live playlist stands still. */
const stillTargetDurations = 1.5;
/** The target duration that counts for a playlist that states none, or an absurd one, in seconds. */
const usualTargetSeconds = 6;
const longestTargetSeconds = 60;

/**
 * Whether an HLS playlist names neither a segment nor a rendition, and has no end: providers answer so while a channel
 * starts.
 */
export const isEmptyPlaylist = (text: string): boolean =>
  !/^[ \t]*[^#\s]/m.test(text.replace(/^\uFEFF/, '')) && !/^#EXT-X-ENDLIST|\bURI="/m.test(text);

/** Reads the target duration of a live playlist, in milliseconds. */
export function readTargetMs(text: string): number {
  const seconds = Number(/^#EXT-X-TARGETDURATION:[ \t]*(\d{1,9})/m.exec(text)?.[1] ?? 0);
  const isUsable = seconds > 0 && seconds <= longestTargetSeconds;
  return (isUsable ? seconds : usualTargetSeconds) * 1_000;
}

/** After how many milliseconds without a change a live playlist stands still: one and a half target durations. */
export const stillAfterMs = (text: string): number => readTargetMs(text) * stillTargetDurations;
