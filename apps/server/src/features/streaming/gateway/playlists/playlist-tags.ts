import type { StreamRole } from '../stream/token.ts';

export type ChildRole = Exclude<StreamRole, 'source'>;

/**
 * The HLS tags without attributes that the stream gateway passes on to players, with the pattern of their value; tags
 * with other values are left out.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-pantos-hls-rfc8216bis#section-4.4
 */
export const plainTags: ReadonlyMap<string, RegExp> = new Map([
  ['EXT-X-VERSION', /^\d+$/],
  ['EXT-X-INDEPENDENT-SEGMENTS', /^$/],
  ['EXT-X-TARGETDURATION', /^\d+(?:\.\d+)?$/],
  ['EXT-X-MEDIA-SEQUENCE', /^\d+$/],
  ['EXT-X-DISCONTINUITY-SEQUENCE', /^\d+$/],
  ['EXT-X-ENDLIST', /^$/],
  ['EXT-X-PLAYLIST-TYPE', /^(?:EVENT|VOD)$/],
  ['EXT-X-I-FRAMES-ONLY', /^$/],
  ['EXT-X-BYTERANGE', /^\d+(?:@\d+)?$/],
  ['EXT-X-DISCONTINUITY', /^$/],
  ['EXT-X-GAP', /^$/],
  ['EXT-X-BITRATE', /^\d+$/],
  // Other session data are left out, because they may point to documents full of URLs.
  ['EXT-X-SESSION-DATA', /^DATA-ID="butaca\.sequential",VALUE="YES"$/],
  ['EXT-X-PROGRAM-DATE-TIME', /^[\dTZ:.+-]+$/],
]);

/**
 * How many of the last digits of a discontinuity number reach players. hls.js copies a list as long as that number for
 * each segment: with the millions of a provider that counts from the Unix epoch on, it takes seconds, and with more the
 * page stops. Only the differences between the numbers of a channel's playlists matter, and hls.js corrects its own
 * numbers when those of a playlist begin again at zero.
 */
const discontinuityDigits = 3;

/** Writes a tag of `plainTags` with a value that matches its pattern. */
export function writePlainTag(tag: string, value: string): string {
  if (value === '') return `#${tag}`;
  const isDiscontinuityNumber = tag === 'EXT-X-DISCONTINUITY-SEQUENCE';
  return `#${tag}:${isDiscontinuityNumber ? Number(value.slice(-discontinuityDigits)) : value}`;
}

/**
 * The HLS tags with attributes that the stream gateway passes on to players, with the role of their `URI`. Unknown tags
 * are left out, and so are content steering, which points to documents full of URLs, and skipped segments, for which
 * hls.js makes a list as long as the playlist says.
 */
export const attributeTags: ReadonlyMap<string, ChildRole | undefined> = new Map<
  string,
  ChildRole | undefined
>([
  ['EXT-X-STREAM-INF', undefined],
  ['EXT-X-MEDIA', 'playlist'],
  ['EXT-X-I-FRAME-STREAM-INF', 'playlist'],
  ['EXT-X-RENDITION-REPORT', 'playlist'],
  ['EXT-X-KEY', 'key'],
  ['EXT-X-SESSION-KEY', 'key'],
  ['EXT-X-MAP', 'bytes'],
  ['EXT-X-PART', 'bytes'],
  ['EXT-X-PRELOAD-HINT', 'bytes'],
  ['EXT-X-START', undefined],
  ['EXT-X-SERVER-CONTROL', undefined],
  ['EXT-X-PART-INF', undefined],
  ['EXT-X-DATERANGE', undefined],
]);

/**
 * The attributes of HLS tags that the stream gateway passes on to players. Left out on purpose: all `X-…` attributes
 * (interstitials carry URLs), and those that make players add query parameters to a playlist's URL (CAN-BLOCK-RELOAD,
 * CAN-SKIP-…), which the gateway's URLs do not accept.
 */
const attributes: ReadonlySet<string> = new Set(
  (
    'URI METHOD KEYFORMAT KEYFORMATVERSIONS IV BYTERANGE BYTERANGE-START BYTERANGE-LENGTH TYPE GROUP-ID LANGUAGE ' +
    'ASSOC-LANGUAGE NAME STABLE-RENDITION-ID STABLE-VARIANT-ID DEFAULT AUTOSELECT FORCED INSTREAM-ID BIT-DEPTH ' +
    'SAMPLE-RATE CHARACTERISTICS CHANNELS BANDWIDTH AVERAGE-BANDWIDTH SCORE CODECS SUPPLEMENTAL-CODECS RESOLUTION ' +
    'FRAME-RATE HDCP-LEVEL ALLOWED-CPC VIDEO-RANGE REQ-VIDEO-LAYOUT AUDIO VIDEO SUBTITLES CLOSED-CAPTIONS ' +
    'PROGRAM-ID TIME-OFFSET PRECISE DURATION INDEPENDENT GAP PART-TARGET HOLD-BACK PART-HOLD-BACK LAST-MSN ' +
    'LAST-PART ID CLASS START-DATE END-DATE CUE PLANNED-DURATION END-ON-NEXT SCTE35-CMD ' +
    'SCTE35-OUT SCTE35-IN'
  ).split(' '),
);

export interface Attribute {
  name: string;
  value: string;
  isQuoted: boolean;
}

const attributeForm = /\s*([A-Za-z0-9-]+)\s*=\s*("[^"]*"|[^,]*)(?:,|$)/y;

/** Parses the known attributes of an HLS tag; parsing stops at the first syntax error. */
export function readAttributes(list: string): Attribute[] {
  const found: Attribute[] = [];
  attributeForm.lastIndex = 0;
  for (;;) {
    if (attributeForm.lastIndex >= list.length) return found;
    const [, name = '', text = ''] = attributeForm.exec(list) ?? [];
    if (name === '') return found;
    if (!attributes.has(name)) continue;
    const isQuoted = text.startsWith('"');
    found.push({ name, value: text.replaceAll('"', '').trim(), isQuoted });
  }
}

const enumerated = /^[\w.:+@-]*$/;
/** Matches text that may be a URL, or that contains a line break or another control character. */
export const addressLike = /\/\/|%2f%2f|[\u0000-\u001f\u007f]/i;

/** Writes an attribute of an HLS tag; `undefined` when its value may hold a URL or end the line. */
export function writeAttribute({ name, value, isQuoted }: Attribute): string | undefined {
  if (isQuoted) return addressLike.test(value) ? undefined : `${name}="${value}"`;
  return enumerated.test(value) ? `${name}=${value}` : undefined;
}
