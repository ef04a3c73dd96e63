/** How the stream behind a channel's or film's URL is packed: HLS, DASH, raw MPEG-TS or a single file. */
export type AddressKind = 'hls' | 'dash' | 'ts' | 'file';

/** The HTTP headers with which a stream must be requested, as an M3U file gives them. */
export interface RequestHeaders {
  userAgent?: string;
  referrer?: string;
  cookie?: string;
  origin?: string;
}

/** The longest stream URL that is imported from an M3U file, in characters. */
export const maxAddressLength = 8_192;

/**
 * The URL schemes accepted in an M3U file, those of media that televisions and browsers can open; a URL of any other
 * scheme is a mistake or an attack.
 */
const scheme = /^(https?|rtmp(?:s|e|t|te)?|rtsps?|rtp|udp|srt|mms[ht]?):\/\/[^\s/]/i;

/** A program on the viewer's own machine that alone can open an address. */
export type ForeignProgram = 'acestream' | 'kodi' | 'sopcast' | 'torrent';

const foreignSchemes: readonly (readonly [string, ForeignProgram])[] = [
  ['acestream:', 'acestream'],
  ['plugin:', 'kodi'],
  ['sop:', 'sopcast'],
  ['magnet:', 'torrent'],
];

/** Which program an address in an M3U file needs. @returns `undefined` for an address that needs none */
export function foreignProgramOf(address: string): ForeignProgram | undefined {
  const start = address.slice(0, 16).toLowerCase();
  return foreignSchemes.find(([name]) => start.startsWith(name))?.[1];
}

/** Why a text that {@link splitAddress} does not accept is no address. */
export function addressIssueOf(text: string) {
  const program = foreignProgramOf(text);
  if (program !== undefined) return `address.${program}` as const;
  return text.length > maxAddressLength ? 'address.too_long' : 'address.invalid';
}

/** Blanks in the host of an address, or before a second address. */
const brokenByBlank = /^[^:]{1,8}:\/\/[^/?#]*[ \u00a0]|[ \u00a0][a-z]{3,5}:\/\//i;

/**
 * Splits a line of an M3U file into the stream URL and the HTTP request headers that M3U files append to it,
 * `url|User-Agent=…&Referer=…`. A bar encoded as `%7C` does not split. Blanks inside the path become `%20`, as players do
 * with the names of files.
 */
export function splitAddress(text: string): { address: string; headers: RequestHeaders } | undefined {
  const bar = text.indexOf('|');
  const written = (bar === -1 ? text : text.slice(0, bar)).trim();
  if (written.length > maxAddressLength || brokenByBlank.test(written)) return undefined;
  const address = written.replaceAll(/[ \u00a0]/g, '%20');
  const known = scheme.exec(address)?.[1]?.toLowerCase();
  if (known === undefined || /[\s\u0000-\u001f\u007f]/.test(address) || address.length > maxAddressLength)
    return undefined;
  if (known.startsWith('http') && !URL.canParse(address)) return undefined;
  if (hasInvalidHost(address)) return undefined;
  return { address, headers: bar === -1 ? {} : readHeaderPairs(text.slice(bar + 1)) };
}

/**
 * Whether the host of a URL is below `.invalid`, which names no server (RFC 6761). The product stores the streams of
 * accounts below it and completes them with the account's password, so nobody outside may name such a URL.
 */
export const hasInvalidHost = (address: string): boolean =>
  URL.canParse(address) && /(?:^|\.)invalid\.?$/i.test(new URL(address).hostname);

/**
 * Reads the HTTP request headers that M3U files append to a stream URL, `User-Agent=…&Referer=…`, percent-encoded or
 * not; all other headers are dropped.
 */
export function readHeaderPairs(text: string): RequestHeaders {
  const headers: RequestHeaders = {};
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    setHeader(headers, pair.slice(0, equals).trim(), decodePercent(pair.slice(equals + 1)));
  }
  return headers;
}

/** The longest object of headers that is read, in characters: four headers of the longest length fit into it. */
const maxHeaderObjectLength = 16_384;

/**
 * Reads the HTTP request headers of an `#EXTHTTP` directive, a flat JSON object such as `{"User-Agent":"…"}`. All other
 * headers are dropped, and so is everything where the text is no such object.
 */
export function readHeaderObject(text: string): RequestHeaders {
  const headers: RequestHeaders = {};
  for (const [name, value] of Object.entries(parseObject(text))) {
    if (typeof value === 'string') setHeader(headers, name, value);
  }
  return headers;
}

function parseObject(text: string): object {
  if (text.length > maxHeaderObjectLength) return {};
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/**
 * Sets one of the HTTP request headers with which our server will fetch a stream (user agent, referrer, cookie,
 * origin), under any of the names that M3U files use for it; other names are ignored.
 */
export function setHeader(headers: RequestHeaders, name: string, value: string): void {
  if (value === '') return;
  const bounded = value
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .trim()
    .slice(0, 2_000)
    .replace(/[\ud800-\udbff]$/, '');
  if (bounded === '') return;
  if (/^(?:http-)?user-agent$/i.test(name)) headers.userAgent = bounded;
  else if (/^(?:http-)?referr?er$/i.test(name)) headers.referrer = bounded;
  else if (/^(?:http-)?cookies?$/i.test(name)) headers.cookie = bounded;
  else if (/^(?:http-)?origin$/i.test(name)) headers.origin = bounded;
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/**
 * Normalises a stream URL, so that two spellings of it compare equal: scheme and host in lower case, no default port,
 * no trailing slash, no fragment.
 */
export function normaliseAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([^#]*)/i.exec(address.trim());
  if (parts === null) return address.trim();
  const [, rawScheme = '', authority = '', path = ''] = parts;
  const protocol = rawScheme.toLowerCase();
  const at = authority.lastIndexOf('@') + 1;
  const host = authority.slice(at).toLowerCase();
  const port = defaultPorts[protocol];
  const bareHost = port !== undefined && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  return `${protocol}//${authority.slice(0, at)}${bareHost}${path.replace(/(?<!\/)\/+$/, '')}`;
}

const providerPath = /^\/(live|movie|series)\/[^/]+\/[^/]+\/([^/.?]+)(?:\.[^/?]*)?(?:\?|$)/i;
/**
 * The short form of a stream URL's path on an Xtream panel (a common IPTV server): `/user/password/123`, without
 * `/live/` or `/movie/`. A path with a file extension is not matched, because it may belong to any web server.
 */
const shortProviderPath = /^\/[^/]+\/[^/]+\/(\d+)$/;

/**
 * Reads the name by which an IPTV provider identifies a stream, such as `host/live/123`. Unlike the URL, this provider
 * key stays the same when the user name and password in the URL change.
 *
 * @returns `undefined` when neither the URL nor an `xui-id` contains a provider key
 */
export function providerKey(address: string, xuiId?: string): string | undefined {
  const parts = /^https?:\/\/(?:[^/?#]*@)?([^/?#]+)([^#]*)/i.exec(address);
  if (parts === null) return undefined;
  const host = (parts[1] ?? '').toLowerCase().replace(/:\d+$/, '');
  const path = parts[2] ?? '';
  const named = providerPath.exec(path);
  if (named !== null) return `${host}/${(named[1] ?? '').toLowerCase()}/${named[2]}`;
  if (xuiId !== undefined && xuiId !== '') return `${host}/xui/${xuiId}`;
  const short = shortProviderPath.exec(path);
  return short === null ? undefined : `${host}/live/${short[1]}`;
}

/**
 * Guesses how a stream is packed from the file extension of its URL or, without an extension, from the URL form of
 * Xtream panels' live streams. A URL that says nothing counts as HLS, see `namesStreamKind`.
 */
export function streamKindOf(address: string): AddressKind {
  return readStreamKind(address) ?? 'hls';
}

/** Whether a URL says how its stream is packed; if not, `streamKindOf` is a guess without any reason. */
export const namesStreamKind = (address: string): boolean => readStreamKind(address) !== undefined;

function readStreamKind(address: string): AddressKind | undefined {
  const path = address.replace(/[?#].*/s, '').toLowerCase();
  const extension = /\.([a-z0-9]{1,5})$/.exec(path.replace(/\/$/, ''))?.[1];
  if (extension === 'm3u8' || extension === 'm3u') return 'hls';
  if (extension === 'mpd') return 'dash';
  if (extension === 'ts' || extension === 'mts' || extension === 'm2ts') return 'ts';
  if (extension !== undefined && fileExtensions.has(extension)) return 'file';
  if (/\bm3u8\b/i.test(address) || hasValueOfPlaylist(address)) return 'hls';
  return providerKey(address)?.includes('/live/') === true ? 'ts' : undefined;
}

/** Whether a parameter in the query of a URL has a value that contains `m3u8`. */
function hasValueOfPlaylist(address: string): boolean {
  const query = address.search(/[?&]/);
  if (query === -1) return false;
  return address
    .slice(query + 1)
    .toLowerCase()
    .split('&')
    .some((parameter) => parameter.includes('m3u8', parameter.indexOf('=') + 1) && parameter.includes('='));
}

const fileExtensions = new Set(
  'mp4 mkv avi mov m4v webm flv wmv mpg mpeg mp3 aac m4a ogg 3gp 3g2 ogv oga vob asf flac wav'.split(' '),
);
