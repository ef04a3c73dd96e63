import { cookieSiteOf, mayGetCookies } from '../upstream/cookies.ts';
import type { SealedStream } from '../stream/token.ts';

/**
 * Makes the stream for an address that a playlist or manifest names. It inherits grant, expiry and request headers; the
 * cookies of the list stay bound to the host of the first address, and are left out where they cannot be used.
 */
export function childStream(
  stream: SealedStream,
  { role, address }: Pick<SealedStream, 'role' | 'address'>,
): SealedStream {
  const child: SealedStream = { ...stream, role, address };
  if (typeof stream.cookie !== 'string') return child;
  const cookieSite = stream.cookieSite ?? cookieSiteOf(stream.address);
  // A playlist on another host may name segments on the first one; anything else names nothing.
  const isUsed = role === 'playlist' || role === 'template' || mayGetCookies(cookieSite, address);
  return isUsed ? { ...child, cookieSite } : { ...child, cookie: null, cookieSite: null };
}

/** Returns what an upstream is asked for a stream, apart from method and range. */
export function upstreamRequest(stream: SealedStream) {
  const { address, userAgent, referrer, origin = null, cookie, grant } = stream;
  const cookieSite = stream.cookieSite ?? cookieSiteOf(address);
  return { address, userAgent, referrer, origin, cookie, cookieSite, jarKey: jarKeyOf(grant) };
}

/** Names the jar of the cookies that servers set while one item is played in one session. */
const jarKeyOf = ({ sessionKey, itemKey, playableKey }: SealedStream['grant']): string =>
  [sessionKey, itemKey, playableKey ?? ''].join(' ');
