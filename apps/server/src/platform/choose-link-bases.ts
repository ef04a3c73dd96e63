import { isLoopback } from './network-addresses.ts';

/** The addresses with one of which a link to a page begins, the likeliest first, and why these. */
export interface LinkBases {
  baseUrls: string[];
  basis: 'configured' | 'opened' | 'network' | 'machine';
}

/** The headers of a browser's call that say at which address the page and the server are open. */
type CallHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Chooses the addresses for a link that the answer to a call holds. */
export type LinkBasesOf = (headers: CallHeaders) => LinkBases;

/** What the server knows about its own addresses. */
interface KnownAddresses {
  /** The address that the operator has configured (`PUBLIC_URL`). */
  publicUrl: string | undefined;
  /** The address on which the server listens (`HOST`). */
  host: string;
  networkAddresses: readonly string[];
}

/**
 * Chooses the addresses for a link that the caller gives to other people. Without a configured one, the address at which
 * the caller has opened the page is used: by its `Origin`, because a reverse proxy may change `Host`. An address that
 * exists on this machine alone is replaced by those of the machine in its networks, with the same port.
 */
export function chooseLinkBases(known: KnownAddresses, { origin, host }: CallHeaders): LinkBases {
  if (known.publicUrl !== undefined) {
    return { baseUrls: [known.publicUrl.replace(/(?<!\/)\/+$/, '')], basis: 'configured' };
  }
  const opened = [origin, typeof host === 'string' ? `http://${host}` : undefined].flatMap(readUrl);
  const reachable = opened.find(({ hostname }) => !isLoopback(hostname));
  if (reachable !== undefined) return { baseUrls: [reachable.origin], basis: 'opened' };
  const own = opened[0] ?? new URL('http://localhost');
  const addresses = isLoopback(known.host) ? [] : known.networkAddresses;
  return addresses.length === 0
    ? { baseUrls: [own.origin], basis: 'machine' }
    : { baseUrls: addresses.map((address) => withHost(own, address)), basis: 'network' };
}

function readUrl(text: string | string[] | undefined): URL[] {
  return typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text) ? [new URL(text)] : [];
}

function withHost(url: URL, hostname: string): string {
  const changed = new URL(url);
  changed.hostname = hostname;
  return changed.origin;
}
