/*
 * The cookies of a stream come from two places: the list that names the stream, and the stream's own servers, which set
 * them in their answers. Those of a list are sent to the host of the stream's address only. Those of servers are kept in
 * memory, in one jar for each play session, and go back to the hosts that set them, as in a browser.
 */
import { LRUCache } from 'lru-cache';
import { CookieJar } from 'tough-cookie';

/** The cookies with which an upstream is asked for a stream. */
export interface StreamCookies {
  /** The cookies that the stream's list gives: `name=value; name=value`. */
  cookie?: string | null | undefined;
  /** Where the cookies of the list may be sent; by default only to the host of the requested address. */
  cookieSite?: string | null | undefined;
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
  open(address: string, cookies: StreamCookies): RequestCookies;
}

const jarsMax = 1_000;
/** How long a jar is kept after its last use, in milliseconds. */
const jarKeptMs = 3_600_000;
/** The most cookies that are read from one answer. */
const cookiesPerAnswer = 16;
const cookieLengthMax = 4_096;
/** The most characters of the cookies of a jar: servers refuse requests whose headers are longer than 16 kB. */
const jarLengthMax = 8_192;

/**
 * Returns the place to which the cookies of a list may be sent, `https:host` or `http:host`: a source that is reached by
 * HTTPS does not get its cookies sent unencrypted.
 */
export function cookieSiteOf(address: string): string | null {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return `${protocol}${hostname}`;
}

/** Whether cookies of a list for `site` may be sent to an address. */
export function mayGetCookies(site: string | null | undefined, address: string): boolean {
  const to = cookieSiteOf(address);
  if (to === null || site === null || site === undefined) return false;
  return to === site || to === site.replace(/^http:/, 'https:');
}

export function createCookieJars(): CookieJars {
  const jars = new LRUCache<string, CookieJar>({ max: jarsMax, ttl: jarKeptMs, updateAgeOnGet: true });

  return {
    open(address, { cookie, cookieSite, jarKey }) {
      const site = cookieSite ?? cookieSiteOf(address);
      let own: CookieJar | undefined;
      const find = () => (jarKey === undefined ? own : jars.get(jarKey));
      return {
        headerFor(requested) {
          const kept = find()?.getCookieStringSync(requested) ?? '';
          const given = mayGetCookies(site, requested) ? (cookie ?? '') : '';
          return joinCookies(kept, given);
        },
        keep(set, from) {
          if (set === undefined) return;
          const jar = find() ?? createJar();
          if (jarKey === undefined) own = jar;
          else jars.set(jarKey, jar);
          for (const text of typeof set === 'string' ? [set] : set.slice(0, cookiesPerAnswer)) {
            keepCookie(jar, text, from);
          }
        },
      };
    },
  };
}

const createJar = () => new CookieJar(undefined, { looseMode: true });

function keepCookie(jar: CookieJar, text: string, from: string): void {
  if (text.length > cookieLengthMax) return;
  jar.setCookieSync(text, from, { ignoreError: true });
  const kept = jar.serializeSync()?.cookies ?? [];
  const length = kept.reduce((sum, { key = '', value = '' }) => sum + key.length + value.length, 0);
  if (length <= jarLengthMax) return;
  jar.removeAllCookiesSync();
  jar.setCookieSync(text, from, { ignoreError: true });
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
