import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InternalAnswer } from './demo-media.ts';

/**
 * A film of the demo as a file with ranges, so that it can be sought.
 *
 * @param location - an existing file
 * @param rangeHeader - one range, as browsers send; what cannot be read counts as none
 * @see https://www.rfc-editor.org/rfc/rfc9110#name-range-requests
 */
export async function openFilm(location: string, rangeHeader: string | undefined): Promise<InternalAnswer> {
  const { size } = await stat(location);
  const headers = { 'content-type': 'video/mp4', 'accept-ranges': 'bytes' };
  const range = readRange(rangeHeader, size);
  if (range === undefined) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(size) },
      body: createReadStream(location),
    };
  }
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, body: '' };
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(range.end - range.start + 1),
      'content-range': `bytes ${range.start}-${range.end}/${size}`,
    },
    body: createReadStream(location, range),
  };
}

/** Where the films are. */
export const filmLocation = (demoDir: string, media: string): string =>
  join(demoDir, 'media', 'films', `${media}.mp4`);

/** The one range of a header, both ends included. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
