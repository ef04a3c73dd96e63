/*
 * A stream address is a secret, but players log it, and people pass it on. A request is therefore answered only when it
 * comes from the browser or from the network to which the address was issued. The browser proves itself by a cookie that
 * it got together with the address: an HMAC of the session key, so that the server stores nothing, and the browser may
 * change its network while it plays. Players without cookies (a television that a phone casts to, mpv, the native apps)
 * have to be in the network of the client to which the address was issued: the same /24 of IPv4, or /64 of IPv6. Behind
 * a reverse proxy that is not trusted, the network of a client is unknown, and only the cookie counts.
 */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { atMost } from '../../../../platform/at-most.ts';
import { addressNetwork } from '../../../../platform/http/address-group.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';

const plainName = 'butaca_stream';

/** The parts of a request by which the holder of a stream address is recognised. */
export interface StreamRequester {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string | undefined };
}

export interface StreamHolders {
  /** Returns the `set-cookie` header by which a browser proves that it holds the addresses of a session's streams. */
  cookieOf(sessionKey: string): string;
  /** Whether a request comes from the browser or the network to which the address of a stream was issued. */
  isHolder(request: StreamRequester, grant: Pick<StreamGrant, 'sessionKey' | 'network'>): boolean;
  /** Whether a request comes from the browser to which the address of a stream was issued, by its cookie. */
  isOwnBrowser(request: Pick<StreamRequester, 'headers'>, grant: Pick<StreamGrant, 'sessionKey'>): boolean;
}

/**
 * @param sealingKey - 32 random bytes
 * @param isSecure - whether the site is reached over TLS, so that browsers send the cookie over TLS only
 */
export function createStreamHolders(sealingKey: Uint8Array, isSecure: boolean): StreamHolders {
  const cookieKey = createSecretKey(
    Buffer.from(hkdfSync('sha256', sealingKey, '', 'butaca stream cookie 1', 32)),
  );
  const values = new LRUCache<string, Buffer>(atMost(10_000));
  // Browsers take a cookie with the prefix `__Host-` only from this host, over TLS and with the path `/`.
  const name = isSecure ? `__Host-${plainName}` : plainName;
  const attributes = isSecure
    ? 'Path=/; HttpOnly; SameSite=Strict; Secure'
    : 'Path=/api/stream; HttpOnly; SameSite=Strict';

  function valueOf(sessionKey: string): Buffer {
    const known = values.get(sessionKey);
    if (known !== undefined) return known;
    const value = Buffer.from(createHmac('sha256', cookieKey).update(sessionKey).digest('base64url'));
    values.set(sessionKey, value);
    return value;
  }

  function isOwnBrowser(
    { headers }: Pick<StreamRequester, 'headers'>,
    { sessionKey }: Pick<StreamGrant, 'sessionKey'>,
  ): boolean {
    const expected = valueOf(sessionKey);
    return readCookies(headers['cookie'], name).some((given) => {
      const bytes = Buffer.from(given);
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
  }

  return {
    cookieOf: (sessionKey) => `${name}=${valueOf(sessionKey).toString()}; ${attributes}`,
    isHolder({ ip, headers, socket }, { sessionKey, network }) {
      const isInNetwork = typeof network === 'string' && network === addressNetwork(ip);
      if (isInNetwork && !isOfProxy({ ip, headers, socket })) return true;
      return isOwnBrowser({ headers }, { sessionKey });
    },
    isOwnBrowser,
  };
}

/**
 * Whether the address of a request is that of a reverse proxy that is not trusted (`TRUSTED_PROXIES`), so that all its
 * clients would seem to be in one network.
 */
const isOfProxy = ({ ip, headers, socket }: StreamRequester): boolean =>
  ip === socket.remoteAddress && ('x-forwarded-for' in headers || 'forwarded' in headers);

/** The values of every cookie with a name in a `cookie` header. */
function readCookies(header: string | string[] | undefined, name: string): string[] {
  const pairs = typeof header === 'string' ? header.split(';') : [];
  return pairs
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
