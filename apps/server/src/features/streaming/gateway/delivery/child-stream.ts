import { mayGetCookies } from '../../../../shared/stream/list-cookies.ts';
import type { SealedStream } from '../stream/token.ts';

/**
 * Makes the stream for an address that a playlist or manifest names. It inherits grant, expiry and request headers. It
 * inherits the cookies of the list only where they can be used: at an address that may get them, and in a playlist or
 * template on any host, because that may name addresses on the host that gets them.
 */
export function childStream(
  stream: SealedStream,
  { role, address }: Pick<SealedStream, 'role' | 'address'>,
): SealedStream {
  const child: SealedStream = { ...stream, role, address };
  const { cookies = null } = stream;
  if (cookies === null || role === 'playlist' || role === 'template') return child;
  return mayGetCookies(cookies, address) ? child : { ...child, cookies: null };
}

/** Returns what an upstream is asked for a stream, apart from method and range. */
export function upstreamRequest(stream: SealedStream) {
  const { role, address, userAgent, referrer, origin = null, cookies = null, grant } = stream;
  const isStored = role === 'source';
  const jarKey = jarKeyOf(grant);
  return { address, isStored, isUnpacked: true, userAgent, referrer, origin, cookies, jarKey };
}

/** Names the jar of the cookies that servers set while one item is played in one session. */
const jarKeyOf = ({ sessionKey, itemKey, playableKey }: SealedStream['grant']): string =>
  [sessionKey, itemKey, playableKey ?? ''].join(' ');
