import type { IncomingHttpHeaders } from 'node:http';

/**
 * Matches a `Range` header with a single range; an answer to several ranges would have a format that the product's
 * players cannot read.
 */
const singleRange = /^bytes=(?:\d{1,15}-(?:\d{1,15})?|-\d{1,15})$/;
const entityTag = /^(?:W\/)?"[\u0021\u0023-\u007e]{0,200}"$/;
const httpDate = /^[A-Z][a-z]{2}, [\w :]{10,30} GMT$/;

const isValidator = (value: string): boolean => entityTag.test(value) || httpDate.test(value);

/** Reads those headers of a player's request that are sent on to the upstream: `Range`, if single, and `If-Range`. */
export function readRange(headers: IncomingHttpHeaders): { range?: string; ifRange?: string } {
  const { range } = headers;
  const ifRange = headers['if-range'];
  if (range === undefined || !singleRange.test(range)) return {};
  return { range, ...(typeof ifRange === 'string' && isValidator(ifRange) && { ifRange }) };
}

const mediaType =
  /^(?:(?:video|audio)\/[\w.+-]+|text\/vtt|application\/(?:mp4|octet-stream)|image\/(?:jpeg|png|webp))$/;

/**
 * Returns a content type that no browser executes; every other type is replaced by `application/octet-stream`. The only
 * text among them, WebVTT, is UTF-8 by definition.
 */
function safeType(contentType: string | undefined): string {
  const type = bareType(contentType);
  if (type === 'text/vtt') return 'text/vtt; charset=utf-8';
  return mediaType.test(type) ? type : 'application/octet-stream';
}

/** The types with which Ogg is sent that do not say whether it has a picture. */
const vagueTypes: ReadonlySet<string> = new Set(['', 'application/ogg', 'application/octet-stream']);

/** The beginnings of the first packet of a sound in Ogg: Vorbis, Opus, FLAC and Speex. */
const oggSounds = ['\u0001vorbis', 'OpusHead', '\u007fFLAC', 'Speex   '];

/**
 * Reads from the first bytes of a body whether it is a sound in Ogg, whose type often says neither that nor the contrary.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3533#section-6
 */
function isOggSound(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 64);
  // The first page has one packet, so its list of lengths has one entry.
  return start.startsWith('OggS') && oggSounds.some((sound) => start.startsWith(sound, 28));
}

/** Returns a content type without parameters, in lower case; empty when there is no content type. */
export function bareType(contentType: string | undefined): string {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isPlaylistType(contentType: string | undefined): boolean {
  return /^(?:application|audio)\/(?:vnd\.apple\.mpegurl|x-mpegurl|mpegurl)$/.test(bareType(contentType));
}

const forms: Readonly<Record<string, RegExp>> = {
  'content-length': /^\d{1,16}$/,
  'content-range': /^bytes (?:\d{1,16}-\d{1,16}|\*)\/(?:\d{1,16}|\*)$/,
  'accept-ranges': /^bytes$/,
  etag: entityTag,
  'last-modified': httpDate,
};

/**
 * Selects the headers of an upstream's answer that a player gets, if their values match a pattern; all other headers
 * are dropped.
 *
 * @param head - the first bytes of the body, which show the type of some media
 */
export function mediaHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  head: Buffer = Buffer.alloc(0),
): Record<string, string> {
  const contentType = typeof headers['content-type'] === 'string' ? headers['content-type'] : undefined;
  const isSound = vagueTypes.has(bareType(contentType)) && isOggSound(head);
  const given: Record<string, string> = {
    'content-type': isSound ? 'audio/ogg' : safeType(contentType),
    'cache-control': 'private, no-store',
  };
  for (const [name, form] of Object.entries(forms)) {
    const value = headers[name];
    if (typeof value === 'string' && form.test(value)) given[name] = value;
  }
  return given;
}
