import type { ItemKey } from '@butaca/contract';
import type { SealedStream } from '../stream/token.ts';

/**
 * Identifies what an upstream is asked for: the address, the request headers and the range, and nothing of the viewer
 * for whom it is asked.
 */
export const contentKey = (
  { address, streamKind, userAgent, referrer, origin = null, cookies = null }: SealedStream,
  range?: string,
): string => JSON.stringify([address, streamKind, userAgent, referrer, origin, cookies, range ?? null]);

/**
 * Identifies what the viewers of a channel share. Two channels never share anything, even of the same address: when it
 * fails, each goes on with sources of its own, which a viewer of the other one may not be allowed to receive.
 */
export const sharingKey = (channelKey: ItemKey, sealed: SealedStream, range?: string): string =>
  `${channelKey} ${contentKey(sealed, range)}`;
