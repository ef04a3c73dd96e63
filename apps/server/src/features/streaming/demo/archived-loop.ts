import { z } from 'zod';
import { playlistHead, type LoopSegment } from './live-loop.ts';

/** A part of the past, in seconds since the Unix epoch. */
export interface ArchivedPart {
  fromSeconds: number;
  toSeconds: number;
}

/** The longest part that is listed: no programme lasts longer. */
const mostSeconds = 24 * 3_600;

const second = z.coerce.number().int().min(0).max(10_000_000_000);
const querySchema = z
  .object({ utc: second, utcend: second })
  .refine(({ utc, utcend }) => utcend > utc && utcend - utc <= mostSeconds);

/** Reads the query `utc=…&utcend=…` of an archived channel of the demo. @returns `undefined` when it names no part */
export function readArchivedPart(query: string): ArchivedPart | undefined {
  const { data } = querySchema.safeParse(Object.fromEntries(new URLSearchParams(query)));
  return data === undefined ? undefined : { fromSeconds: data.utc, toSeconds: data.utcend };
}

/**
 * Writes the HLS media playlist of what a demo channel showed: the segments of its endless loop that ended within a part of
 * the past. Until the part is over, the playlist has no end and grows.
 *
 * @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.3.5
 */
export function archivedPlaylist(
  segments: readonly LoopSegment[],
  { fromSeconds, toSeconds }: ArchivedPart,
  nowSeconds: number,
): string {
  const loopSeconds = segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const endSeconds = Math.min(toSeconds, nowSeconds);
  const lines = [
    ...playlistHead(segments, 0),
    `#EXT-X-PLAYLIST-TYPE:${toSeconds > nowSeconds ? 'EVENT' : 'VOD'}`,
  ];
  let isFirst = true;
  for (
    let start = Math.floor(fromSeconds / loopSeconds) * loopSeconds;
    start < endSeconds;
    start += loopSeconds
  ) {
    let at = start;
    for (const [index, { file, durationSeconds }] of segments.entries()) {
      at += durationSeconds;
      if (at <= fromSeconds || at > endSeconds) continue;
      if (index === 0 && !isFirst) lines.push('#EXT-X-DISCONTINUITY');
      isFirst = false;
      lines.push(`#EXTINF:${durationSeconds.toFixed(3)},`, file);
    }
  }
  if (toSeconds <= nowSeconds) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
