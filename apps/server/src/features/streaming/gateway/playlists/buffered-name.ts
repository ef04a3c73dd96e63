/*
 * The names of what a live buffer keeps, relative to the playlist of a viewer: `b123.ts` for the segment with the number 123 in the
 * playlist, `m` and `k` with a hash for initialization sections and keys. The segments that a provider still offers have the same
 * names, with their own sealed address in the query: players compare the paths of a segment at every refresh, and leave out the query.
 */
import { hash } from 'node:crypto';

const nameForm = /^(?:b\d{1,15}|[mk][0-9a-f]{16})(?:\.[a-z0-9]{2,6})?$/;
const extension = /\.(?:ts|m4s|mp4|m4a|m4v|aac|mp3|ac3|ec3|vtt|webvtt)$/i;

/** The query parameter with the token of a segment that the provider still offers. */
const tokenParameter = 'of';

/** @param address - where the segment is at its provider: players look at its extension */
export const segmentName = (sequence: number, address: string | undefined): string =>
  `b${sequence}${extensionOf(address)}`;

/** Names a key or an initialization section by its address. */
export const sideName = (role: 'bytes' | 'key', address: string): string =>
  `${role === 'key' ? 'k' : 'm'}${hash('sha256', address, 'hex').slice(0, 16)}${role === 'key' ? '.bin' : extensionOf(address)}`;

export const tokenQuery = (token: string): string => `?${tokenParameter}=${token}`;

/** Reads the name at the end of a path, and the token in its query; `undefined` for any other path. */
export function readBufferedName(
  name: string,
  query: unknown,
): { name: string; token: string | undefined } | undefined {
  if (!nameForm.test(name)) return undefined;
  if (typeof query !== 'object' || query === null || !(tokenParameter in query))
    return { name, token: undefined };
  const value = query[tokenParameter];
  return { name, token: typeof value === 'string' ? value : '' };
}

/** Reads the number of a segment from its name; `undefined` for other names. */
export const readSequence = (name: string): number | undefined =>
  name.startsWith('b') ? Number.parseInt(name.slice(1), 10) : undefined;

function extensionOf(address: string | undefined): string {
  if (address === undefined) return '';
  return extension.exec(new URL(address).pathname)?.[0].toLowerCase() ?? '';
}

const types: Readonly<Record<string, string>> = {
  ts: 'video/mp2t',
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  mp3: 'audio/mpeg',
  ac3: 'audio/ac3',
  ec3: 'audio/eac3',
  vtt: 'text/vtt',
  webvtt: 'text/vtt',
};

/** The content type of a kept part. */
export const typeOf = (name: string): string =>
  types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
