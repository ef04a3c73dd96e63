/**
 * A segment of one of the demo's recordings, which are served in an endless loop as live HLS.
 *
 * The segments of the recording repeat from the Unix epoch on, so the playback position depends on the time of day
 * alone: every process shows the same frames, also after a restart, and no state is stored. The media sequence number
 * counts all segments played since the epoch; at each start of the loop the timestamps jump back, which a discontinuity
 * tag announces. A segment enters the playlist only when its whole duration has passed, so that no player waits at the
 * live edge.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-6.2.2
 */
export interface LoopSegment {
  file: string;
  durationSeconds: number;
}

/** How many segments the live playlist of a demo channel holds; a viewer can seek back within them. */
const windowSegments = 6;

/** Writes the HLS media playlist of a demo channel at a point in time. Segment URLs are relative to the playlist. */
export function livePlaylist(segments: readonly LoopSegment[], atSeconds: number): string {
  const loopSeconds = segments.reduce((sum, segment) => sum + segment.durationSeconds, 0);
  const loops = Math.floor(atSeconds / loopSeconds);
  let elapsed = atSeconds - loops * loopSeconds;
  let complete = 0;
  for (const segment of segments) {
    if (elapsed < segment.durationSeconds) break;
    elapsed -= segment.durationSeconds;
    complete += 1;
  }
  const end = loops * segments.length + complete;
  const first = Math.max(0, end - windowSegments);
  const lines = [
    ...playlistHead(segments, first),
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitiesBefore(first, segments.length)}`,
  ];
  for (let sequence = first; sequence < end; sequence += 1) {
    const segment = segments[sequence % segments.length];
    if (segment === undefined) continue;
    if (sequence % segments.length === 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(3)},`, segment.file);
  }
  return `${lines.join('\n')}\n`;
}

/** The lines with which every media playlist of a loop begins. @param first - the number of its first segment */
export const playlistHead = (segments: readonly LoopSegment[], first: number): string[] => [
  '#EXTM3U',
  '#EXT-X-VERSION:6',
  `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map((segment) => segment.durationSeconds)))}`,
  `#EXT-X-MEDIA-SEQUENCE:${first}`,
  '#EXT-X-INDEPENDENT-SEGMENTS',
];

/**
 * Returns how many discontinuity tags have left the live playlist of a demo channel: one for each start of the
 * recording among the earlier segments.
 */
function discontinuitiesBefore(sequence: number, loopLength: number): number {
  return Math.ceil(sequence / loopLength);
}
