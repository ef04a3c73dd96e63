/*
 * The cookies of a stream come from two places: the list that names the stream, and the stream's own servers, which set
 * them in their answers. Those of a list are sent to the host of the stream's address only. Those of servers are kept in
 * memory, and go back to the hosts that set them, as in a browser: in one jar for each play session of a film, and in one
 * for each channel, whose viewers share what comes in.
 */
import { LRUCache } from 'lru-cache';
import { mayGetCookies, type ListCookies } from '../../../../shared/stream/list-cookies.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';

export interface StreamCookies {
  /** The cookies that the stream's list gives. */
  cookies?: ListCookies | null | undefined;
  /** Names the jar of the cookies that servers set; without it, they are kept during one request and its redirects. */
  jarKey?: string | undefined;
}

/** The cookies of one request for a stream and of the redirects that follow it. */
export interface RequestCookies {
  /** The value of the header `cookie` for a request to this address; `undefined` when there are no cookies for it. */
  headerFor(address: string): string | undefined;
  /** Keeps the cookies that an answer sets. @param set - the header `set-cookie` */
  keep(set: readonly string[] | string | undefined, address: string): void;
}

export interface CookieJars {
  open(cookies: StreamCookies): RequestCookies;
  forget(jarKey: string): void;
}

/** The most jars; each has a fixed size, and the one that was not used for longest is evicted. */
const jarsMax = 1_000;
/** How long a jar is kept after its last use, in milliseconds. */
const jarKeptMs = 3_600_000;

export function createCookieJars(clock: Pick<Clock, 'steadyMs'> = systemClock): CookieJars {
  const jars = new LRUCache<string, CookieJar>({
    ...atMost(jarsMax),
    ttl: jarKeptMs,
    updateAgeOnGet: true,
    ...ageBy(clock),
  });

  return {
    forget: (jarKey) => void jars.delete(jarKey),
    open({ cookies, jarKey }) {
      let own: CookieJar | undefined;
      const find = () => (jarKey === undefined ? own : jars.get(jarKey));
      return {
        headerFor(address) {
          const given = cookies && mayGetCookies(cookies, address) ? cookies.text : '';
          return joinCookies(find()?.cookiesFor(address) ?? '', given);
        },
        keep(set, from) {
          if (set === undefined) return;
          const jar = find() ?? createCookieJar();
          if (jarKey === undefined) own = jar;
          else jars.set(jarKey, jar);
          jar.keep(typeof set === 'string' ? [set] : set, from);
        },
      };
    },
  };
}

/** Joins the cookies that a server has set with those of a list; of two with the same name, the server's is newer. */
function joinCookies(kept: string, given: string): string | undefined {
  const nameOf = (pair: string) => pair.split('=', 1)[0]?.trim() ?? '';
  const pairs = kept === '' ? [] : kept.split('; ');
  const names = new Set(pairs.map(nameOf));
  for (const pair of given.split(';').map((part) => part.trim())) {
    if (pair !== '' && !names.has(nameOf(pair))) pairs.push(pair);
  }
  return pairs.length === 0 ? undefined : pairs.join('; ');
}
