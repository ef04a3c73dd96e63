/*
 * A jar keeps the cookies that servers set, and gives those that belong to an address, by the rules of browsers (RFC
 * 6265, tough-cookie). Servers are not trusted: however many cookies a server sets, a jar keeps a fixed number of
 * characters, and keeping one more cookie takes the same time.
 */
import { CookieJar as RuleBook, type Cookie } from 'tough-cookie';

export interface CookieJar {
  /** Keeps the cookies that an answer sets. @param set - the values of its header `set-cookie` */
  keep(set: readonly string[], address: string): void;
  /** Returns the cookies for a request, `name=value; name=value`; `''` when there are none. */
  cookiesFor(address: string): string;
}

const cookiesPerAnswer = 16;
const cookiesMax = 64;
/** The most characters of one cookie, with its host, its path and all that the server wrote beside its value. */
const cookieLengthMax = 4_096;
/** The most characters of all cookies of a jar: servers refuse requests whose headers are longer than 16 kB. */
const jarLengthMax = 8_192;

interface KeptCookie {
  cookie: Cookie;
  length: number;
}

export function createCookieJar(): CookieJar {
  /** By host, path and name; the cookie that was set last comes last. */
  const kept = new Map<string, KeptCookie>();
  let length = 0;

  function remove(id: string): void {
    length -= kept.get(id)?.length ?? 0;
    kept.delete(id);
  }

  function keepOne(text: string, address: string): void {
    if (text.length > cookieLengthMax) return;
    const cookie = createRules().setCookieSync(text, address, { ignoreError: true });
    if (cookie === undefined || cookie.cookieString() === '') return;
    const { domain, path, key } = cookie;
    const id = JSON.stringify([domain, path, key]);
    remove(id);
    // The whole text counts: parts that nobody reads, such as unknown attributes, take memory too.
    const ownLength = text.length + (domain?.length ?? 0) + (path?.length ?? 0);
    if (ownLength > cookieLengthMax || cookie.TTL() <= 0) return;
    kept.set(id, { cookie, length: ownLength });
    length += ownLength;
    for (const oldest of kept.keys()) {
      if (kept.size <= cookiesMax && length <= jarLengthMax) break;
      remove(oldest);
    }
  }

  return {
    keep(set, address) {
      for (const text of set.slice(0, cookiesPerAnswer)) keepOne(text, address);
    },
    cookiesFor(address) {
      const rules = createRules();
      for (const { cookie } of kept.values()) void rules.store.putCookie(cookie);
      return rules.getCookieStringSync(address);
    },
  };
}

const createRules = () => new RuleBook(undefined, { looseMode: true });
