/** How the stream behind a URL is packed: HLS, DASH, raw MPEG-TS or a single file. */
export type AddressKind = 'hls' | 'dash' | 'ts' | 'file';

export interface RequestHeaders {
  userAgent?: string;
  referrer?: string;
}

/** The longest stream URL that is imported, in characters. */
export const maxAddressLength = 8_192;

/**
 * The URL schemes of media that televisions and browsers can open; a URL of any other scheme is a mistake or an attack.
 */
const scheme = /^(https?|rtmps?|rtsp|udp|srt|mms):\/\/[^\s/]/i;

/** Splits a stream URL from the request headers appended to it, `url|User-Agent=…&Referer=…`; `%7C` does not split. */
export function splitAddress(text: string): { address: string; headers: RequestHeaders } | undefined {
  const bar = text.indexOf('|');
  const address = (bar === -1 ? text : text.slice(0, bar)).trim();
  const known = scheme.exec(address)?.[1]?.toLowerCase();
  if (known === undefined || /[\s\u0000-\u001f\u007f]/.test(address) || address.length > maxAddressLength)
    return undefined;
  if (known.startsWith('http') && !URL.canParse(address)) return undefined;
  return { address, headers: bar === -1 ? {} : readHeaderPairs(text.slice(bar + 1)) };
}

/** Reads appended request headers, `User-Agent=…&Referer=…`, percent-encoded or not; other headers are dropped. */
export function readHeaderPairs(text: string): RequestHeaders {
  const headers: RequestHeaders = {};
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=');
    if (equals === -1) continue;
    setHeader(headers, pair.slice(0, equals).trim(), decodePercent(pair.slice(equals + 1)));
  }
  return headers;
}

/** Sets a request header that the gateway forwards, under any of the names that M3U lists use for it. */
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
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Normalises a URL: scheme and host in lower case, no default port, no trailing slash, no fragment. */
export function normaliseAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([^#]*)/i.exec(address.trim());
  if (parts === null) return address.trim();
  const [, rawScheme = '', authority = '', path = ''] = parts;
  const protocol = rawScheme.toLowerCase();
  const at = authority.lastIndexOf('@') + 1;
  const host = authority.slice(at).toLowerCase();
  const port = defaultPorts[protocol];
  const bareHost = port !== undefined && host.endsWith(`:${port}`) ? host.slice(0, -port.length - 1) : host;
  return `${protocol}//${authority.slice(0, at)}${bareHost}${path.replace(/\/+$/, '')}`;
}

const providerPath = /^\/(live|movie|series)\/[^/]+\/[^/]+\/([^/.?]+)(?:\.[^/?]*)?(?:\?|$)/i;
/**
 * The path of an Xtream panel's URL without a folder; with a file extension, such a path may belong to any web server.
 */
const shortProviderPath = /^\/[^/]+\/[^/]+\/(\d+)$/;

/**
 * Reads the provider key of an entry, `host/live/123`: it stays the same when user and password in the URL change.
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

/** Decides how a stream is packed, by the extension of its URL, otherwise by the form of Xtream panels' live URLs. */
export function streamKindOf(address: string): AddressKind {
  const path = address.replace(/[?#].*$/, '').toLowerCase();
  const extension = /\.([a-z0-9]{1,5})$/.exec(path.replace(/\/$/, ''))?.[1];
  if (extension === 'm3u8' || extension === 'm3u') return 'hls';
  if (extension === 'mpd') return 'dash';
  if (extension === 'ts' || extension === 'mts') return 'ts';
  if (extension !== undefined && fileExtensions.has(extension)) return 'file';
  if (/[?&][^=]*=[^&]*m3u8/i.test(address) || /\bm3u8\b/i.test(address)) return 'hls';
  return providerKey(address)?.includes('/live/') === true ? 'ts' : 'hls';
}

const fileExtensions = new Set([
  'mp4',
  'mkv',
  'avi',
  'mov',
  'm4v',
  'webm',
  'flv',
  'wmv',
  'mpg',
  'mpeg',
  'mp3',
  'aac',
  'm4a',
  'ogg',
]);
