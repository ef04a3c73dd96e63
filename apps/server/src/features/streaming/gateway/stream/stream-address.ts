import type { StreamKind } from '@butaca/contract';
import { hasInvalidHost } from '@butaca/m3u';
import type { StreamRole } from './token.ts';

/**
 * The longest stream address, in characters: a longer one, once sealed (encrypted), would not fit into the limit of a
 * request's headers.
 */
export const maxAddressLength = 8_192;

const internalProtocol = 'internal:';

/**
 * Gives internal addresses (`internal:<name>/<path>`) an authority (`internal://`), so that `..` in their path cannot
 * leave the named media.
 */
export function readSourceAddress(address: string): string {
  return address.replace(/^internal:(?!\/\/)/, 'internal://');
}

/**
 * Parses an internal address (`internal://<name>/<path>`) into the name of the media and a path with its query;
 * returns `undefined`
 * for any other address.
 */
export function readInternalAddress(address: string): { name: string; path: string } | undefined {
  if (!address.startsWith(`${internalProtocol}//`) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return { name: url.host, path: `${url.pathname.slice(1)}${url.search}` };
}

/**
 * Resolves a reference of a playlist or a redirect against the address at which it was found.
 *
 * @param base - the final address of the playlist, after redirects
 * @returns `undefined` for references that may not be followed: only http and https may, and internal addresses when
 * `base` is internal too; a host below `.invalid` belongs to stored addresses, which only the catalogue names
 */
export function resolveAddress(reference: string, base: string): string | undefined {
  const address = resolveReference(reference, base);
  return address === undefined || hasInvalidHost(address) ? undefined : address;
}

function resolveReference(reference: string, base: string): string | undefined {
  if (!URL.canParse(reference, base)) return undefined;
  const url = new URL(reference, base);
  const isInternal = url.protocol === internalProtocol && url.host === new URL(base).host;
  const mayFollow =
    url.protocol === 'http:' ||
    url.protocol === 'https:' ||
    (isInternal && base.startsWith(internalProtocol));
  url.hash = '';
  return mayFollow && url.href.length <= maxAddressLength ? url.href : undefined;
}

/**
 * Returns what stays of a segment's address while a live playlist is refreshed: the reference that names the segment,
 * resolved against the address at which the player requests the playlist, without the query. A redirect of the playlist
 * and a new query of the segment change nothing in it. Players compare segments in the same way.
 *
 * @param present - the address at which the segment is available now
 * @param base - the address of the playlist before redirects, which may be a stored one
 * @returns a name of the segment, which is never requested where it differs from the present address
 */
export function steadyAddress(reference: string, base: string, present: string): string {
  const url = new URL(resolveReference(reference, base) ?? present);
  url.search = '';
  return url.href;
}

const segmentExtension = /\.(?:ts|m4s|mp4|m4a|m4v|aac|mp3|ac3|ec3|vtt|webvtt)$/i;
const sourceNames: Readonly<Record<StreamKind, string>> = {
  hls: 'index.m3u8',
  dash: 'manifest.mpd',
  ts: 'stream.ts',
  file: 'video',
};

/** Media that ffmpeg makes while they are requested: the first of them take longer than a proxy waits for others. */
const convertedAddress = /^internal:\/\/(?:remux|live)\//;

export const isConvertedAddress = (address: string): boolean =>
  convertedAddress.test(readSourceAddress(address));

/**
 * Returns the path of a stream token on this server. The last part of the path reveals nothing about the upstream; it
 * serves players that look at file name extensions, and proxies that have to wait longer for what is converted.
 */
export function streamPath(
  token: string,
  stream: { role: StreamRole; streamKind: StreamKind; address: string },
): string {
  return `${streamFolder(token)}/${fileName(stream)}`;
}

/** The query parameter that holds the present address of a segment, sealed (encrypted). */
const presentParameter = 'at';

/** Returns the query with which the path of a segment is requested at its present address. */
export const presentQuery = (sealedAddress: string): string => `?${presentParameter}=${sealedAddress}`;

/** Reads the sealed present address of a segment from the query of a request; `''` when the query is malformed. */
export function readPresentQuery(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null || !(presentParameter in query)) return undefined;
  const value = query[presentParameter];
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the beginning of the paths of a stream token on this server; for a DASH template the player fills in the end.
 */
export const streamFolder = (token: string): string => `/api/stream/${token}`;

/** Reads the token of a path that {@link streamPath} returned. */
export const tokenOfPath = (path: string): string =>
  path.slice(streamFolder('').length).split('/', 1)[0] ?? '';

function fileName(stream: Parameters<typeof streamPath>[1]): string {
  return isConvertedAddress(stream.address) ? `converted-${plainName(stream)}` : plainName(stream);
}

function plainName({ role, streamKind, address }: Parameters<typeof streamPath>[1]): string {
  if (role === 'source') return sourceNames[streamKind];
  if (role === 'playlist') return streamKind === 'dash' ? sourceNames.dash : 'index.m3u8';
  if (role === 'key') return 'key.bin';
  return `segment${segmentExtension.exec(new URL(address).pathname)?.[0].toLowerCase() ?? ''}`;
}
