import type { LoopSegment } from './live-loop.ts';

/** How often a demo film repeats its recording of forty seconds, for a duration of two minutes. */
const repetitions = 3;
const loopSeconds = 40;
export const filmSeconds = repetitions * loopSeconds;

/**
 * Writes the HLS playlist of a demo film, which repeats a recording and has an end. At each repetition the timestamps
 * jump back, which a discontinuity tag announces.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.3.5
 */
export function filmPlaylist(segments: readonly LoopSegment[]): string {
  const longest = Math.max(...segments.map((segment) => segment.durationSeconds));
  const recording = segments.flatMap((segment) => [
    `#EXTINF:${segment.durationSeconds.toFixed(3)},`,
    segment.file,
  ]);
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(longest)}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...Array.from({ length: repetitions }, (_item, index) =>
      index === 0 ? recording : ['#EXT-X-DISCONTINUITY', ...recording],
    ).flat(),
    '#EXT-X-ENDLIST',
  ];
  return `${lines.join('\n')}\n`;
}
