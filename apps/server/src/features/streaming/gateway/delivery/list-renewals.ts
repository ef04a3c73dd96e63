/*
 * Many providers sign the addresses that the playlist of a film names, and the signatures end while the film plays. A player
 * requests such a playlist once. The gateway therefore remembers the playlists of each play session: when a provider refuses
 * something that a playlist names, the gateway fetches this playlist anew, and requests what stands at the same place there.
 * Where the address of the playlist itself has ended, the master playlist that names it is fetched anew first.
 *
 * A playlist that was fetched a moment ago, and of which nothing has arrived yet, is not fetched again: its provider refuses
 * the film, whatever the signature. So a playlist is fetched once for each life of its signatures.
 */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSharedFlights } from '../../../../platform/async/shared-flight.ts';
import { ageBy } from '../../../../platform/at-most.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { SealedStream } from '../stream/token.ts';
import { childStream } from './child-stream.ts';

/** A playlist of a play session, as its player requests it. */
export interface ListRequest {
  /** The token of the playlist: the same for every request of a play session. */
  key: string;
  stream: SealedStream;
}

/** How something that a playlist names is requested. */
export interface Renewal<Outcome> {
  /** Requests a stream. It is called a second time where its address has ended. */
  request(stream: SealedStream): Promise<Outcome>;
  /** Whether the provider has refused the address. */
  isRefused(outcome: Outcome): boolean;
  /** Closes a refused outcome in whose place the stream is requested again. */
  drop(outcome: Outcome): void;
  /** Fetches a playlist anew. @returns the addresses that it names, in their order */
  fetchList(list: ListRequest, signal: AbortSignal): Promise<readonly string[]>;
  signal: AbortSignal;
}

export interface ListRenewals {
  /** Remembers a playlist that does not change any more, and the addresses that it names, in their order. */
  note(list: ListRequest, addresses: readonly string[]): void;
  /** Whether a known playlist names a stream. A server that was started anew knows none of those that players have. */
  isKnown(stream: SealedStream): boolean;
  /** Requests a stream, of something that a known playlist names where that is available now. */
  open<Outcome>(stream: SealedStream, renewal: Renewal<Outcome>): Promise<Outcome>;
}

interface KnownList extends ListRequest {
  /** The hashes of the addresses that the player knows, one after the other. */
  hashes: Buffer;
  /** The addresses that the playlist has named when it was last fetched anew. */
  present: readonly string[] | undefined;
  /** How often the playlist was fetched anew. */
  renewals: number;
  fetchedAtMs: number;
  /** Whether something that the playlist names has arrived since it was last fetched. */
  hasDelivered: boolean;
}

interface Place {
  list: KnownList;
  /** Which of the addresses of the playlist it is. */
  index: number;
}

const hashLength = 8;
/** The most bytes of hashes and characters of addresses that are remembered. */
const sizeLimit = 32_000_000;
/** How long the playlists of a play session are remembered after their last use, in ms. */
const keptMs = 12 * 3_600_000;
/** The most playlists of one play session: the qualities, sound tracks and subtitles of a film, for a few reloads. */
const listsMax = 100;
/** After which time, in ms, a playlist of which nothing has arrived is fetched anew all the same. */
const renewedAfterMs = 10_000;

export function createListRenewals(clock: Pick<Clock, 'steadyMs'>): ListRenewals {
  const flights = createSharedFlights<void>();
  /** The playlists of each play session by their token, the newest at the end. */
  const sessions = new LRUCache<string, Map<string, KnownList>>({
    maxSize: sizeLimit,
    maxEntrySize: sizeLimit / 4,
    sizeCalculation: (lists, key) =>
      [...lists.values()].reduce((sum, list) => sum + sizeOf(list), key.length),
    ttl: keptMs,
    updateAgeOnGet: true,
    ...ageBy(clock),
  });

  /** Finds the newest playlist that names a stream. Only the source of a play session can name other playlists. */
  function find(stream: SealedStream): Place | undefined {
    if (stream.role === 'source') return undefined;
    const wanted = hashOf(stream.address);
    for (const list of [...(sessions.get(sessionOf(stream))?.values() ?? [])].toReversed()) {
      if (stream.role === 'playlist' && list.stream.role !== 'source') continue;
      const index = indexOf(list.hashes, wanted);
      if (index !== undefined) return { list, index };
    }
    return undefined;
  }

  const mayRenew = ({ hasDelivered, fetchedAtMs }: KnownList): boolean =>
    hasDelivered || clock.steadyMs() - fetchedAtMs >= renewedAfterMs;

  async function renew(
    list: KnownList,
    { fetchList, signal }: Pick<Renewal<unknown>, 'fetchList' | 'signal'>,
  ): Promise<void> {
    const session = sessionOf(list.stream);
    await flights.join(`${session} ${list.key}`, signal, async (inFlight) => {
      try {
        list.present = await fetchList(list, inFlight);
        list.renewals += 1;
      } finally {
        list.fetchedAtMs = clock.steadyMs();
        list.hasDelivered = false;
      }
      const lists = sessions.get(session);
      if (lists !== undefined) sessions.set(session, new Map(lists));
    });
  }

  return {
    note({ key, stream }, addresses) {
      const session = sessionOf(stream);
      const lists = new Map(sessions.get(session));
      lists.delete(key);
      const hashes = Buffer.concat(addresses.map(hashOf));
      const fetchedAtMs = clock.steadyMs();
      lists.set(key, {
        key,
        stream,
        hashes,
        present: undefined,
        renewals: 0,
        fetchedAtMs,
        hasDelivered: false,
      });
      for (const oldest of lists.keys()) {
        if (lists.size <= listsMax) break;
        lists.delete(oldest);
      }
      sessions.set(session, lists);
    },
    isKnown: (stream) => find(stream) !== undefined,
    async open(stream, renewal) {
      const place = find(stream);
      if (place === undefined) return renewal.request(stream);
      const { list } = place;
      const request = async (present: SealedStream) => {
        const { renewals } = list;
        const outcome = await renewal.request(present);
        if (!renewal.isRefused(outcome) && list.renewals === renewals) list.hasDelivered = true;
        return { outcome, renewals };
      };
      const before = presentOf(stream, place);
      const { outcome, renewals } = await request(before);
      if (!renewal.isRefused(outcome)) return outcome;
      if (list.renewals === renewals && mayRenew(list)) {
        // Why a playlist does not come again says less than the refusal.
        await renew(list, renewal).catch(() => renewal.signal.throwIfAborted());
      }
      const present = presentOf(stream, place);
      if (present.address === before.address) return outcome;
      renewal.drop(outcome);
      return (await request(present)).outcome;
    },
  };
}

const sessionOf = ({ grant }: SealedStream): string =>
  [grant.sessionKey, grant.itemKey, grant.playableKey ?? ''].join(' ');

const sizeOf = ({ key, hashes, present = [] }: KnownList): number =>
  present.reduce((sum, { length }) => sum + length, key.length + hashes.length);

const hashOf = (address: string): Buffer => hash('sha256', address, 'buffer').subarray(0, hashLength);

function indexOf(hashes: Buffer, wanted: Buffer): number | undefined {
  for (let at = hashes.indexOf(wanted); at !== -1; at = hashes.indexOf(wanted, at + 1)) {
    if (at % hashLength === 0) return at / hashLength;
  }
  return undefined;
}

/** Makes the stream of what a player requests at an address of a playlist that was fetched anew since. */
function presentOf(stream: SealedStream, { list, index }: Place): SealedStream {
  const { present } = list;
  if (present === undefined) return stream;
  const isSameLength = present.length * hashLength === list.hashes.length;
  const address = isSameLength
    ? present[index]
    : present.find((each) => nameOf(each) === nameOf(stream.address));
  if (address === undefined) return stream;
  const { cookies = null } = childStream(list.stream, { role: stream.role, address });
  return { ...stream, address, cookies };
}

/** What stays of an address when its signature is in the query. */
const nameOf = (address: string): string => address.split('?', 1)[0] ?? '';
