/*
 * Live playlists in HLS that go on when their source does not. While its first source is good, a playlist is passed on
 * as it is. When it fails, names no new segment for one and a half target durations, or names segments that fail, the
 * next source takes its place, and the playlists of both become one (`playlists/stitch.ts`). What is in it is requested with
 * the headers of the source that has named it.
 */
import type { ItemKey } from '@butaca/contract';
import { LRUCache } from 'lru-cache';
import { childStream } from '../delivery/child-stream.ts';
import type { FoundPlaylist } from '../delivery/fetch-playlist.ts';
import { mayChange } from '../playlists/live-window.ts';
import { canFollow, readLiveList, type LiveList } from '../playlists/stitch.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import { listCandidates, mayAskBeside, type Failover } from './channel-sources.ts';
import { createMasterPlaylists, pickRendition } from './master-playlists.ts';
import { ProviderFullError } from '../upstream/provider-slots.ts';
import { EnoughAskedError, NotBesideError, openFirstGood } from './open-first-good.ts';
import { createPlaylistLine, type Feed, type PlaylistLine } from './playlist-line.ts';
import { readVerdict } from './source-verdict.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';

/** A playlist of a channel that viewers have asked for. */
export interface SteadyRequest {
  /** Identifies the playlist: its channel, its address and the request headers. */
  key: string;
  channelKey: ItemKey;
  sealed: SealedStream;
  /** Fetches a playlist of a source. */
  ask(feed: Feed, signal: AbortSignal): Promise<FoundPlaylist>;
}

export interface SteadyPlaylists {
  /** Fetches a playlist from the first of the channel's sources that is good. @throws the failure of the present one */
  fetch(request: SteadyRequest, signal: AbortSignal): Promise<FoundPlaylist>;
  noteSegment(channelKey: ItemKey, address: string, isFetched: boolean): void;
  /** Whether the playlists of a channel can go on with another source. */
  hasOthers(channelKey: ItemKey): boolean;
  /** Finds the source of an address in a playlist that several sources have fed, and whether it has been left since. */
  findOwner(channelKey: ItemKey, address: string): { sourceAddress: string; isLeft: boolean } | undefined;
}

interface PlaylistNeeds {
  failover: Failover;
  timing: StreamTiming;
}

/** The playlists of two sources cannot become one, because their segments are packed in different ways. */
class NotAlikeError extends Error {
  override readonly name = 'NotAlikeError';
}

const linesMax = 2_000;
/** For how long the source of a playlist is remembered after its last refresh, in ms. */
const keptMs = 120_000;
/** How many times longer than a first request a refresh may take before another source is asked too. */
const refreshPatience = 3;

export function createSteadyPlaylists({ failover, timing }: PlaylistNeeds): SteadyPlaylists {
  const { health } = failover;
  const lines = new LRUCache<string, { channelKey: ItemKey; line: PlaylistLine }>({
    ...atMost(linesMax),
    ttl: keptMs,
    ...ageBy(timing.clock),
  });
  const masters = createMasterPlaylists();

  /** Fetches the playlist for the first time. */
  async function begin(
    request: SteadyRequest,
    feeds: readonly Feed[],
    signal: AbortSignal,
  ): Promise<FoundPlaylist> {
    const { found, feed } = await openFirst({ failover, timing, request, feeds, before: undefined }, signal);
    masters.note(request.channelKey, found, feed.sourceAddress);
    if (mayChange(found.text)) {
      const line = createPlaylistLine(feed, timing.clock);
      line.take(found);
      lines.set(request.key, { channelKey: request.channelKey, line });
    }
    return { ...found, sourceOf: () => feed.sealed };
  }

  /** Fetches the playlist from its present source, or from another one when that has to be left. */
  async function refresh(
    request: SteadyRequest,
    { line, others }: { line: PlaylistLine; others: readonly Feed[] },
    signal: AbortSignal,
  ): Promise<FoundPlaylist> {
    const { sourceAddress } = line.feed();
    const { found, failure } = await askPresent(request, line, signal);
    const verdict = failure === undefined ? undefined : readVerdict(failure);
    if (found !== undefined && line.playedMs() > timing.provenMs) {
      health.play(sourceAddress);
      failover.budget.renew(request.channelKey);
    }
    if (verdict === undefined) {
      if (found === undefined) throw failure;
      return line.give(found);
    }
    health.fail(sourceAddress, verdict);
    // A source that lately failed is asked only where there is nothing else to give.
    const feeds =
      found === undefined ? others : others.filter((other) => health.isReady(other.sourceAddress));
    const needs = { failover, timing, request, feeds, before: line.list() };
    const opened = feeds.length === 0 ? undefined : await openFirst(needs, signal).catch(() => undefined);
    signal.throwIfAborted();
    if (opened !== undefined) {
      line.change(opened.feed, opened.found);
      return line.give(opened.found);
    }
    if (found === undefined) throw failure;
    line.forgive();
    return line.give(found);
  }

  const linesOf = (channelKey: ItemKey): PlaylistLine[] =>
    [...lines.values()].filter((one) => one.channelKey === channelKey).map(({ line }) => line);

  return {
    async fetch(request, signal) {
      const { key, channelKey, sealed } = request;
      const isRendition = sealed.role === 'playlist';
      const master = isRendition ? masters.find(channelKey, sealed.address) : undefined;
      const own: Feed = { sealed, sourceAddress: master?.sourceAddress ?? sealed.address };
      const isLone = isRendition && master?.isAlone !== true;
      const listed = isLone ? [] : await listCandidates(failover, { sealed, channelKey });
      const all = listed.map((one) => (one.address === sealed.address ? own : toFeed(one)));
      const others = all.filter((feed) => feed.sourceAddress !== own.sourceAddress);
      // The playlist of a rendition belongs to its source; another one takes its place only when that fails.
      const feeds = isRendition ? [own, ...inOrder(failover, others)] : inOrder(failover, all);
      if (others.length === 0) {
        const found = await request.ask(own, signal);
        masters.note(channelKey, found, own.sourceAddress);
        return found;
      }
      const known = lines.get(key);
      if (known === undefined) return begin(request, feeds, signal);
      lines.set(key, known);
      const present = known.line.feed().sourceAddress;
      const rest = inOrder(
        failover,
        feeds.filter(({ sourceAddress }) => sourceAddress !== present),
      );
      return refresh(request, { line: known.line, others: rest }, signal);
    },
    noteSegment(channelKey, address, isFetched) {
      for (const line of linesOf(channelKey)) line.noteSegment(address, isFetched);
    },
    hasOthers: (channelKey) => linesOf(channelKey).length > 0,
    findOwner(channelKey, address) {
      for (const line of linesOf(channelKey)) {
        const { sourceAddress } = line.findOwner(address) ?? {};
        if (sourceAddress === undefined) continue;
        return { sourceAddress, isLeft: sourceAddress !== line.feed().sourceAddress };
      }
      return undefined;
    },
  };
}

const toFeed = (source: SealedStream): Feed => ({
  sealed: { ...source, role: 'source' },
  sourceAddress: source.address,
});

/** Puts the sources that lately failed behind the others. */
const inOrder = ({ health }: Failover, feeds: readonly Feed[]): Feed[] =>
  health.order(feeds.map((feed) => ({ feed, address: feed.sourceAddress }))).map(({ feed }) => feed);

/** Asks the present source of a playlist. @returns the playlist, and why the source has to be left */
async function askPresent(
  { ask }: SteadyRequest,
  line: PlaylistLine,
  signal: AbortSignal,
): Promise<{ found?: FoundPlaylist; failure?: unknown }> {
  try {
    const found = await ask(line.feed(), signal);
    line.take(found);
    return { found, failure: line.judge(found) };
  } catch (failure) {
    signal.throwIfAborted();
    return { failure };
  }
}

interface OpeningNeeds extends PlaylistNeeds {
  request: SteadyRequest;
  feeds: readonly Feed[];
  /** The playlist that players have got last, which the new one has to follow. */
  before: LiveList | undefined;
}

/** Fetches the playlist of the first source that has one. */
function openFirst({ failover, timing, request, feeds, before }: OpeningNeeds, signal: AbortSignal) {
  return openFirstGood({
    candidates: feeds.map((feed) => ({ feed, address: feed.sourceAddress })),
    clock: timing.clock,
    hedgeMs: timing.hedgeMs * (before === undefined ? 1 : refreshPatience),
    signal,
    async open({ feed, address }, attempt) {
      if (!(await mayAskBeside(failover, request.channelKey, address, attempt.beside))) {
        throw new NotBesideError('the provider may not allow a second connection');
      }
      if (!failover.budget.take(request.channelKey, address))
        throw new EnoughAskedError('enough sources were asked');
      try {
        return await askOther(request, { feed, before }, attempt.signal);
      } catch (error) {
        if (error instanceof ProviderFullError) failover.budget.giveBack(request.channelKey, address);
        const isOwn = !attempt.signal.aborted && !signal.aborted && !(error instanceof NotAlikeError);
        const verdict = isOwn ? readVerdict(error) : undefined;
        if (verdict !== undefined) failover.health.fail(address, verdict);
        throw error;
      }
    },
    drop: () => undefined,
  });
}

/** Fetches the live playlist of another source, that of its first rendition where it names several. */
async function askOther(
  { ask }: SteadyRequest,
  { feed, before }: { feed: Feed; before: LiveList | undefined },
  signal: AbortSignal,
): Promise<{ found: FoundPlaylist; feed: Feed }> {
  const first = await ask(feed, signal);
  if (before === undefined) return { found: first, feed };
  const rendition = mayChange(first.text) ? undefined : pickRendition(first);
  const own =
    rendition === undefined
      ? feed
      : { ...feed, sealed: childStream(feed.sealed, { role: 'playlist', address: rendition }) };
  const found = rendition === undefined ? first : await ask(own, signal);
  const list = readLiveList(found.text, found.address);
  if (list === undefined || !canFollow(before, list))
    throw new NotAlikeError('the source is packed otherwise');
  return { found, feed: own };
}
