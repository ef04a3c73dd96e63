import type { StreamSource } from '../../../../shared/stream/stream-source.ts';

/** What is converted, and for whom: all that an internal address of it has to say. */
export interface ConversionKey {
  source: StreamSource;
  /** The client plays HEVC in MPEG-TS. */
  canHevcTs: boolean;
}

/**
 * The name of a conversion, as it stands in an address that the gateway seals: nothing of it has to be remembered, so that it
 * is good after a restart of the server.
 */
export function writeConversionKey({ source, canHevcTs }: ConversionKey): string {
  const { address, streamKind, userAgent, referrer } = source;
  const fields = [address, streamKind, userAgent, referrer, canHevcTs];
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';

/** @returns `undefined` for what `writeConversionKey` did not write */
export function readConversionKey(key: string): ConversionKey | undefined {
  const [address, streamKind, userAgent, referrer, canHevcTs] = readFields(key);
  const isKind = streamKind === 'file' || streamKind === 'ts' || streamKind === 'hls';
  if (typeof address !== 'string' || !isKind || !isText(userAgent) || !isText(referrer)) return undefined;
  return { source: { address, streamKind, userAgent, referrer }, canHevcTs: canHevcTs === true };
}

function readFields(key: string): unknown[] {
  try {
    const fields: unknown = JSON.parse(Buffer.from(key, 'base64url').toString());
    return Array.isArray(fields) ? fields : [];
  } catch {
    return [];
  }
}
