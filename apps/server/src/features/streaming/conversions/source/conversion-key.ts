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
  const { address, streamKind, userAgent, referrer, origin = null, cookies = null } = source;
  const { listedAddress = null } = source;
  const fields = [address, streamKind, userAgent, referrer, canHevcTs];
  const isListed = listedAddress === null;
  if (isTranscoded || cookies !== null || origin !== null || !isListed) fields.push(isTranscoded);
  if (cookies !== null || origin !== null || !isListed) fields.push(origin);
  if (cookies !== null || !isListed) fields.push(cookies?.text ?? null, cookies?.site ?? null);
  if (!isListed) fields.push(listedAddress);
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/**
 * Decodes the text in the address of a converted film or channel. @returns `undefined` for a text that
 * `writeConversionKey` did not write
 */
export function readConversionKey(key: string): ConversionKey | undefined {
  const [address, streamKind, userAgent, referrer, canHevcTs, isTranscoded, ...headers] = readFields(key);
  const [origin = null, text = null, site = null, listedAddress = null] = headers;
  const isKind = streamKind === 'file' || streamKind === 'ts' || streamKind === 'hls';
  if (typeof address !== 'string' || !isKind || !isText(userAgent) || !isText(referrer)) return undefined;
  if (!isText(origin) || !isText(text) || !isText(site) || !isText(listedAddress)) return undefined;
  const cookies = text === null || site === null ? null : { text, site };
  const given = cookies === null && origin === null ? {} : { origin, cookies };
  return {
    source: {
      address,
      streamKind,
      userAgent,
      referrer,
      ...given,
      ...(listedAddress !== null && { listedAddress }),
    },
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
