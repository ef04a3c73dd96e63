import type { SealedStream } from '../stream/token.ts';

/**
 * Identifies what an upstream is asked for: the address, the request headers and the range, and nothing of the viewer
 * for whom it is asked.
 */
export const contentKey = (
  { address, streamKind, userAgent, referrer, origin = null, cookies = null }: SealedStream,
  range?: string,
): string => JSON.stringify([address, streamKind, userAgent, referrer, origin, cookies, range ?? null]);
