/*
 * The playlists of a channel are fetched once for all its viewers: a live playlist at most once per half target duration,
 * as often as a player may refresh it (RFC 8216, section 6.3.4), and a master playlist while the channel is watched,
 * because providers answer each request for it with the addresses of another session. A player that asks for a master
 * playlist again gets a new one, and so do all after a playlist of the channel has failed.
 *
 * A channel with a single viewer is requested whenever the player asks: nothing would be saved, and the player's own pace
 * is the right one. Playlists with an end are not kept.
 */
import { LRUCache } from 'lru-cache';
import { createSharedFlights } from '../../../../platform/async/shared-flight.ts';
import type { FoundPlaylist } from '../delivery/fetch-playlist.ts';
import { mayChange } from '../playlists/live-window.ts';
import { readTargetMs } from '../playlists/standstill.ts';
import { readUpstreamError } from '../upstream/upstream-error.ts';
import type { LiveChannels } from './live-channels.ts';
import type { Clock } from '../../../../platform/clock.ts';
import { ageBy } from '../../../../platform/at-most.ts';

/** Who asks for a playlist, and which. */
export interface PlaylistAsker {
  /** Identifies the playlist: its channel, its address and the request headers. */
  key: string;
  channelKey: string;
  /** Names the play session of the viewer. */
  client: string;
  /** Aborts when the viewer has left. */
  signal: AbortSignal;
}

export interface SharedPlaylists {
  /** Returns the playlist that another viewer has got, or fetches it. @param fetch - asks the upstream */
  fetch(asker: PlaylistAsker, fetch: (signal: AbortSignal) => Promise<FoundPlaylist>): Promise<FoundPlaylist>;
  /** Notes a playlist that was fetched for one viewer alone. */
  note(channelKey: string, found: FoundPlaylist): void;
}

interface KeptPlaylist {
  found: FoundPlaylist;
  atMs: number;
  /** The play sessions that have got the playlist. */
  clients: Set<string>;
  /** Whether several viewers refresh the playlist. */
  isShared: boolean;
  /** The epoch of the channel in which a master playlist was fetched. */
  epoch: number;
}

/** The limit on the total number of characters of kept playlists. */
const keptTextLimit = 16_000_000;
const keptMs = 300_000;
/** The most play sessions that are remembered for a kept playlist. */
const clientsMax = 1_000;

export function createSharedPlaylists(needs: {
  channels: LiveChannels;
  /** Called when an upstream refuses a playlist of a channel, perhaps because of the cookies that it has set before. */
  onRefused(channelKey: string): void;
  clock: Pick<Clock, 'steadyMs'>;
}): SharedPlaylists {
  const { channels } = needs;
  const flights = createSharedFlights<FoundPlaylist>();
  const kept = new LRUCache<string, KeptPlaylist>({
    maxSize: keptTextLimit,
    sizeCalculation: ({ found }, key) => found.text.length + key.length + 1,
    ttl: keptMs,
    ...ageBy(needs.clock),
  });

  /** Whether a viewer gets a kept playlist instead of a new one. */
  function isGiven(known: KeptPlaylist, { client, channelKey }: PlaylistAsker): boolean {
    const { found, atMs, epoch, clients, isShared } = known;
    const isAgain = clients.has(client);
    if (!mayChange(found.text)) return !isAgain && channels.find(channelKey)?.epoch === epoch;
    return (isShared || !isAgain) && needs.clock.steadyMs() - atMs < refreshAfterMs(found.text);
  }

  function noteViewer(known: KeptPlaylist, client: string): void {
    if (!known.clients.has(client)) known.isShared = true;
    if (known.clients.size < clientsMax) known.clients.add(client);
  }

  function note(channelKey: string, found: FoundPlaylist): void {
    if (mayChange(found.text)) channels.note(channelKey, readTargetMs(found.text));
  }

  async function fetchNew(
    { key, channelKey, client }: PlaylistAsker,
    fetch: (signal: AbortSignal) => Promise<FoundPlaylist>,
    signal: AbortSignal,
  ): Promise<FoundPlaylist> {
    const before = kept.get(key);
    try {
      const found = await fetch(signal);
      note(channelKey, found);
      const isShared = before?.isShared === true || before?.clients.has(client) === false;
      const epoch = channels.find(channelKey)?.epoch ?? 0;
      const next = { found, atMs: needs.clock.steadyMs(), clients: new Set([client]), isShared, epoch };
      if (isKept(found.text)) kept.set(key, next);
      else kept.delete(key);
      return found;
    } catch (error) {
      kept.delete(key);
      if (!signal.aborted) noteFailure(channelKey, error);
      throw error;
    }
  }

  function noteFailure(channelKey: string, error: unknown): void {
    channels.fail(channelKey);
    const { code } = readUpstreamError(error);
    if (code === 'upstream.unauthorized' || code === 'upstream.forbidden') needs.onRefused(channelKey);
  }

  return {
    note,
    async fetch(asker, fetch) {
      const { key, client, signal } = asker;
      const known = kept.get(key);
      if (known !== undefined && isGiven(known, asker)) {
        noteViewer(known, client);
        return known.found;
      }
      const found = await flights.join(key, signal, (inFlight) => fetchNew(asker, fetch, inFlight));
      const now = kept.get(key);
      if (now !== undefined) noteViewer(now, client);
      return found;
    },
  };
}

const isMaster = (text: string): boolean => text.includes('#EXT-X-STREAM-INF');
const isKept = (text: string): boolean => mayChange(text) || isMaster(text);

/** How long all viewers get the same live playlist, in ms: half its target duration, or that of its partial segments. */
function refreshAfterMs(text: string): number {
  const [, part] = /^#EXT-X-PART-INF:.*\bPART-TARGET=(\d{1,3}(?:\.\d{1,6})?)/m.exec(text) ?? [];
  return (part === undefined ? readTargetMs(text) : Number(part) * 1_000) / 2;
}
