import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/**
 * What the address of a converted film or channel contains: the source that ffmpeg converts, and whether the client
 * plays HEVC.
 */
export interface ConversionKey {
  source: StreamSource;
  /** Whether the client plays HEVC in MPEG-TS. */
  canHevcTs: boolean;
  /** Whether the video of a channel is encoded anew; how a film is converted depends on the facts of its file. */
  isTranscoded: boolean;
}

/**
 * Encodes what is converted, and for which client, as a text for the address that the stream gateway seals (encrypts).
 * The text contains everything that is needed, so the server stores nothing and the address stays valid after a
 * restart.
 */
export function writeConversionKey({ source, canHevcTs, isTranscoded }: ConversionKey): string {
  const { address, streamKind, userAgent, referrer, cookie = null, origin = null } = source;
  const fields = [address, streamKind, userAgent, referrer, canHevcTs];
  if (isTranscoded || cookie !== null || origin !== null) fields.push(isTranscoded);
  if (cookie !== null || origin !== null) fields.push(cookie, origin);
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/**
 * Decodes the text in the address of a converted film or channel. @returns `undefined` for a text that
 * `writeConversionKey` did not write
 */
export function readConversionKey(key: string): ConversionKey | undefined {
  const [address, streamKind, userAgent, referrer, canHevcTs, isTranscoded, cookie = null, origin = null] =
    readFields(key);
  const isKind = streamKind === 'file' || streamKind === 'ts' || streamKind === 'hls';
  if (typeof address !== 'string' || !isKind || !isText(userAgent) || !isText(referrer)) return undefined;
  if (!isText(cookie) || !isText(origin)) return undefined;
  const headers = cookie === null && origin === null ? {} : { cookie, origin };
  return {
    source: { address, streamKind, userAgent, referrer, ...headers },
    canHevcTs: canHevcTs === true,
    isTranscoded: isTranscoded === true,
  };
}

function readFields(key: string): unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(key, 'base64url').toString());
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
}
