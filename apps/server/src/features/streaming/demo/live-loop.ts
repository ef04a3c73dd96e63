/**
 * A recorded loop served as live HLS.
 *
 * The loop's segments repeat for ever from the epoch on, so where it stands follows from the time of day alone: every
 * process and every restart shows the same moment, and nothing is kept. The media sequence counts all segments played
 * since the epoch; each time the loop starts over, the timestamps jump back, which a discontinuity announces.
 * Segments are whole: one joins the window once its own length has passed, so that no player waits at the live edge.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-6.2.2
 */
export interface LoopSegment {
  file: string;
  durationSeconds: number;
}

/** How many segments a viewer can go back to. */
const windowSegments = 6;

/** The media playlist of a loop at a moment. Segment addresses are relative to the playlist. */
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
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map((segment) => segment.durationSeconds)))}`,
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitiesBefore(first, segments.length)}`,
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  for (let sequence = first; sequence < end; sequence += 1) {
    const segment = segments[sequence % segments.length];
    if (segment === undefined) continue;
    if (sequence % segments.length === 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXTINF:${segment.durationSeconds.toFixed(3)},`, segment.file);
  }
  return `${lines.join('\n')}\n`;
}

/** Discontinuities that have left the window: one for every loop start among the segments before it. */
function discontinuitiesBefore(sequence: number, loopLength: number): number {
  return Math.ceil(sequence / loopLength);
}
