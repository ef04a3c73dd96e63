import { readItemKey } from '@butaca/contract';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { FindBudget } from '../upstream/provider-slots.ts';
import type { FindCertificates } from '../upstream/server-certificate.ts';
import { resolveHost, type AddressFilter, type ResolveHost } from '../upstream/address-filter.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { upstreamRequest } from '../delivery/child-stream.ts';
import { passGate, type GatedUpstream } from '../delivery/gated-stream.ts';
import { holdOpening } from '../delivery/hold-opening.ts';
import { isTagged } from '../delivery/media-opening.ts';
import { refuseBytes } from '../delivery/refuse-bytes.ts';
import type { RunningStream } from '../delivery/running-streams.ts';
import { isPlaylist } from '../playlists/playlist.ts';
import { contentKey } from '../shared/content-key.ts';
import { isPlaylistType, mediaHeaders } from '../stream/media-headers.ts';
import type { SealedStream } from '../stream/token.ts';
import { hidesAll } from './origin-headers.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';

/** Where nginx gets the bytes of a film. */
export interface FilmOrigin {
  scheme: 'http' | 'https';
  /** The address and port to which nginx connects: an IP address that has passed the address filter. */
  peer: string;
  /** The value of the header `Host`. */
  host: string;
  /** The name for which the certificate of the provider has to be. */
  name: string;
  /** The path with its query, as the provider gets it. */
  path: string;
  sizeBytes: number;
  /** The content type that the player gets. */
  contentType: string;
}

export interface FilmOrigins {
  /**
   * Finds where nginx gets a film. The provider is asked for the first bytes of the film, so that redirects, cookies, web
   * pages and playlists are noticed.
   *
   * @returns `undefined` when the gateway has to deliver the film itself
   */
  find(parts: GatedUpstream, sealed: SealedStream, stream: RunningStream): Promise<FilmOrigin | undefined>;
  /** Notes that nginx could not deliver a film, so that the gateway delivers it for a while. */
  avoid(sealed: SealedStream): void;
}

const filmsMax = 10_000;
/** How long an origin is used without asking the provider again, in ms: addresses to which providers redirect expire. */
const keptMs = 30_000;
/** How long the gateway delivers a film that nginx could not deliver, in ms. */
const avoidedMs = 60_000;
/** The last byte that the provider is asked for: enough to tell what the file is. */
const lastProbedByte = 1_023;
/** How long the first bytes may take after the provider has answered, in ms. */
const probedWithinMs = 10_000;

export function createFilmOrigins(needs: {
  mayConnect: AddressFilter;
  findBudget: FindBudget | undefined;
  findCertificates?: FindCertificates | undefined;
  resolve?: ResolveHost | undefined;
  clock: Clock;
}): FilmOrigins {
  const { mayConnect, findBudget, findCertificates, resolve = resolveHost, clock } = needs;
  const found = new LRUCache<string, FilmOrigin>({ ...atMost(filmsMax), ttl: keptMs, ...ageBy(clock) });
  const avoided = new LRUCache<string, true>({ ...atMost(filmsMax), ttl: avoidedMs, ...ageBy(clock) });

  /** Whether the provider of a film allows any number of connections, as far as is known. */
  async function isUnlimited({ gate }: GatedUpstream, { address, grant }: SealedStream): Promise<boolean> {
    if (gate.isSingle(address)) return false;
    const itemKey = grant.playableKey ?? grant.itemKey;
    return (await findBudget?.({ address, itemKey, sourceAddress: address })) === undefined;
  }

  async function probe(
    parts: GatedUpstream,
    sealed: SealedStream,
    stream: RunningStream,
  ): Promise<FilmOrigin | undefined> {
    const ask = passGate(parts, sealed, stream, 'request');
    const request = {
      ...upstreamRequest(sealed),
      method: 'GET' as const,
      range: `bytes=0-${lastProbedByte}`,
    };
    const answer = await ask(request, stream.signal);
    const { address, headers } = answer;
    const sizeBytes = isPartOfFilm(answer, sealed) ? wholeSize(headers) : undefined;
    if (sizeBytes === undefined) {
      finish(answer);
      return undefined;
    }
    const place = { isBeginning: true, mayBeShort: false };
    const wait = { signal: stream.signal, withinMs: probedWithinMs, clock };
    finish(await holdOpening(answer, place, wait));
    const url = new URL(address);
    const name = url.hostname.replace(/^\[(.*)\]$/, '$1');
    const scheme = url.protocol === 'https:' ? 'https' : 'http';
    // nginx compares certificates with names only,
    if (url.username !== '' || url.password !== '' || (scheme === 'https' && isIP(name) !== 0))
      return undefined;
    // nor does it know single certificates that an administrator allows.
    if (scheme === 'https' && ((await findCertificates?.(url.origin)) ?? []).length > 0) return undefined;
    const ip = await resolveFiltered(name, { mayConnect, resolve });
    if (ip === undefined) return undefined;
    const port = url.port === '' ? { http: 80, https: 443 }[scheme] : url.port;
    return {
      scheme,
      peer: `${isIP(ip) === 6 ? `[${ip}]` : ip}:${port}`,
      host: url.host,
      name,
      path: url.pathname + url.search,
      sizeBytes,
      contentType: mediaHeaders(headers)['content-type'] ?? 'application/octet-stream',
    };
  }

  return {
    async find(parts, sealed, stream) {
      const key = contentKey(sealed);
      if (avoided.has(key) || !(await isUnlimited(parts, sealed))) return undefined;
      const known = found.get(key);
      if (known !== undefined) return known;
      let origin: FilmOrigin | undefined;
      try {
        origin = await probe(parts, sealed, stream);
      } catch {
        // The gateway delivers this film itself: it repeats the request, and answers with the provider's failure if that fails too.
      }
      if (origin !== undefined) found.set(key, origin);
      else if (!stream.signal.aborted) avoided.set(key, true);
      return origin;
    },
    avoid(sealed) {
      const key = contentKey(sealed);
      found.delete(key);
      avoided.set(key, true);
    },
  };
}

/** Whether nginx may request a stream: a whole film or chapter that plays in a browser, and is paid for by a plan. */
export const isFilm = ({ role, streamKind, grant, cookies = null }: SealedStream): boolean =>
  role === 'source' &&
  streamKind === 'file' &&
  readItemKey(grant.itemKey)?.kind !== 'channel' &&
  !grant.isTrial &&
  grant.isCast !== true &&
  cookies === null;

/** Whether an answer is a part of a film that nginx can deliver just as well. */
function isPartOfFilm(answer: UpstreamAnswer, sealed: SealedStream): boolean {
  const { status, headers, head } = answer;
  return (
    status === 206 &&
    headers['set-cookie'] === undefined &&
    hidesAll(headers) &&
    !isPlaylistType(headers['content-type']) &&
    !isPlaylist(head) &&
    // What follows a long tag is not among the first bytes.
    !isTagged(head) &&
    refuseBytes(answer, sealed, true) === undefined
  );
}

/** The size of the film of which an answer has the beginning. */
function wholeSize(headers: IncomingHttpHeaders): number | undefined {
  const [, size] = /^bytes 0-\d{1,15}\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  return size === undefined ? undefined : Number(size);
}

/** Reads a short answer to its end, so that its connection can be used again; ends the connection of a longer one. */
function finish(answer: UpstreamAnswer): void {
  let length = 0;
  answer.read({
    data(chunk) {
      length += chunk.length;
      if (length > lastProbedByte + 1) answer.abort();
    },
    end: () => undefined,
    fail: () => undefined,
  });
}

/** Resolves a host name, and returns its first address to which the gateway may connect. */
function resolveFiltered(
  hostname: string,
  { mayConnect, resolve }: { mayConnect: AddressFilter; resolve: ResolveHost },
): Promise<string | undefined> {
  if (isIP(hostname) !== 0) return Promise.resolve(mayConnect(hostname) ? hostname : undefined);
  return new Promise((settle) => {
    resolve(hostname, (error, addresses) =>
      settle(error === null ? addresses.find(({ address }) => mayConnect(address))?.address : undefined),
    );
  });
}
