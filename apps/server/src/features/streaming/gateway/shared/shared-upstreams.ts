/*
 * All viewers of a channel share what comes in from its upstream: one transfer of a channel in MPEG-TS, and each playlist,
 * segment and key of a channel in HLS. What is shared is identified by the channel and by what the upstream is asked for,
 * never by a token: whether a viewer may receive it is checked before, for each request, and again while it runs.
 */
import { hash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { ItemKey } from '@butaca/contract';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import { upstreamRequest } from '../delivery/child-stream.ts';
import type { Failover } from '../failover/channel-sources.ts';
import { openChannel } from '../failover/open-channel.ts';
import type { Feed } from '../failover/playlist-line.ts';
import { createSteadyPlaylists, type SteadyPlaylists } from '../failover/steady-playlists.ts';
import type { FoundPlaylist, PlaylistFetcher } from '../delivery/fetch-playlist.ts';
import {
  cutReasons,
  ownerOf,
  passGate,
  type ConnectionOwner,
  type GatedUpstream,
} from '../delivery/gated-stream.ts';
import { answerToCut, type RunningStream } from '../delivery/running-streams.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import type { SlotEnd } from '../upstream/provider-slots.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { sharingKey } from './content-key.ts';
import { createLiveChannels } from './live-channels.ts';
import { startOwnStream, type OwnStream } from './own-stream.ts';
import { createSharedPlaylists } from './shared-playlists.ts';
import type { SharedTransfer } from './shared-transfer.ts';
import { createTransferStore, type TransferSlot } from './transfer-store.ts';

const filmKeptSeconds = 600;

/** Players begin three target durations behind the end of a live playlist, and one more passes while they request it. */
const keptTargetDurations = 4;

export interface ViewerRequest {
  sealed: SealedStream;
  stream: FetchingStream;
  method: 'GET' | 'HEAD';
  range?: string | undefined;
  ifRange?: string | undefined;
}

/** For whom a playlist is fetched: the stream of a viewer, or what several of them wait for. */
export type FetchingStream = Pick<RunningStream, 'signal' | 'cut'>;

/** Those parts of the gateway by which viewers share. */
export type SharingParts = GatedUpstream & { timing: StreamTiming; failover: Failover };

export interface SharedUpstreams extends Disposable {
  /**
   * Opens what a viewer has requested, together with the other viewers of the channel.
   *
   * @returns `undefined` for what is not shared: films, ranges of files, and channels in other forms
   * @throws AppError, or a failure of the request, as for a viewer who asks alone
   */
  open(parts: SharingParts, request: ViewerRequest): Promise<UpstreamAnswer | undefined>;
  /**
   * Fetches a playlist, together with the other viewers of the channel; of a film, for this viewer alone.
   *
   * @param request.key - the token of the playlist, which is the same for every refresh in a play session
   * @param request.opened - an answer that holds the whole playlist; without it, the upstream is asked
   */
  fetchPlaylist(
    parts: SharingParts & { fetcher: PlaylistFetcher },
    request: Pick<ViewerRequest, 'sealed'> & {
      stream: FetchingStream;
      key: string;
      opened?: UpstreamAnswer | undefined;
    },
    signal: AbortSignal,
  ): Promise<FoundPlaylist>;
  /**
   * For how many seconds a segment may be kept for others who request the same of its provider; `undefined` for one of a
   * channel whose playlist has not been requested lately.
   */
  keptSeconds(parts: SharingParts, sealed: SealedStream): number | undefined;
  /** Starts a channel in MPEG-TS that this server makes, for all its viewers. @param open - makes its bytes */
  startOwn(channelKey: ItemKey, open: (signal: AbortSignal) => Promise<Readable>): OwnStream;
  /** Takes a keyframe out of what is kept of a channel that is watched; `undefined` where there is none. */
  findPicture(channelKey: ItemKey): Buffer | undefined;
  /** Notes a viewer of a channel, for whom perhaps nothing has to be requested. */
  noteViewer(parts: SharingParts, sealed: SealedStream): void;
}

export function createSharedUpstreams(needs: {
  forgetCookies(jarKey: string): void;
  failover: Failover;
  timing: StreamTiming;
}): SharedUpstreams {
  const channels = createLiveChannels(needs.timing.clock);
  const playlists = createSharedPlaylists({
    channels,
    onRefused: needs.forgetCookies,
    clock: needs.timing.clock,
  });
  const store = createTransferStore(needs.timing.clock);
  const steady = createSteadyPlaylists(needs);

  /** Starts to receive something for all who want it from now on. */
  function start(slot: TransferSlot, parts: SharingParts, { sealed, range }: ViewerRequest): SharedTransfer {
    const { channelKey, isBody } = slot;
    return store.start(slot, (owner) => {
      if (!isBody) return openChannel({ parts, sealed, channelKey, range }, owner);
      return openPart({ parts, steady, sealed, channelKey, range }, owner);
    });
  }

  return {
    async open(parts, request) {
      const { sealed, stream, method, range, ifRange } = request;
      const { channelKey, devices } = parts.clientOf(sealed.grant);
      if (channelKey === undefined || method !== 'GET' || ifRange !== undefined) return undefined;
      const seat = { ...ownerOf(stream), devices };
      if (isWholeChannel(sealed, range)) {
        noteViewer(parts, sealed);
        const slot = { key: `ring ${sharingKey(channelKey, sealed)}`, channelKey, isBody: false };
        if (store.isRefused(slot.key)) return undefined;
        return (store.find(slot.key) ?? start(slot, parts, request)).join(seat);
      }
      const live = isPartOfPlaylist(sealed) ? channels.find(channelKey) : undefined;
      if (live === undefined) return undefined;
      noteViewer(parts, sealed);
      const slot = { key: `body ${sharingKey(channelKey, sealed, range)}`, channelKey, isBody: true };
      const known = store.find(slot.key);
      if (known !== undefined) return known.join(seat);
      if (store.isCrowded()) return undefined;
      const body = start(slot, parts, request);
      needs.timing.clock.after(live.targetMs * keptTargetDurations, body.retire);
      return body.join(seat);
    },
    async fetchPlaylist(parts, { sealed, stream, key, opened }, signal) {
      const { channelKey } = parts.clientOf(sealed.grant);
      const { fetcher } = parts;
      if (channelKey === undefined || sealed.streamKind === 'dash' || opened !== undefined) {
        const ask = passGate(parts, sealed, ownerOf(stream), 'request');
        const found = await fetcher.fetch({ key, stream: sealed, ask, opened }, signal);
        if (channelKey !== undefined && opened !== undefined) playlists.note(channelKey, found);
        return found;
      }
      noteViewer(parts, sealed);
      const client = hash('sha256', key, 'base64url');
      const asker = { key: sharingKey(channelKey, sealed), channelKey, client, signal };
      const ask = (feed: Feed, inTime: AbortSignal) =>
        fetchShared({ ...parts, feed, channelKey, grant: sealed.grant }, inTime);
      return playlists.fetch(asker, (inFlight) =>
        steady.fetch({ key: asker.key, channelKey, sealed, ask }, inFlight),
      );
    },
    keptSeconds(parts, { grant }) {
      const { channelKey } = parts.clientOf(grant);
      if (channelKey === undefined) return filmKeptSeconds;
      const live = channels.find(channelKey);
      return live && Math.ceil((live.targetMs * keptTargetDurations) / 1_000);
    },
    startOwn: (channelKey, open) => startOwnStream(store, channelKey, open),
    noteViewer,
    findPicture: store.findPicture,
    [Symbol.dispose]: store.endAll,
  };
}

function noteViewer({ gate, clientOf }: SharingParts, { grant }: SealedStream): void {
  const { channelKey, devices } = clientOf(grant);
  if (channelKey === undefined) return;
  for (const device of devices()) gate.noteViewer(channelKey, device);
}

/** Whether a request is for a channel in MPEG-TS from now on, without an end. */
const isWholeChannel = ({ role, streamKind }: SealedStream, range: string | undefined): boolean =>
  role === 'source' && streamKind === 'ts' && (range === undefined || range === 'bytes=0-');

const isPartOfPlaylist = ({ role, streamKind, slice = null }: SealedStream): boolean =>
  streamKind === 'hls' && (role === 'bytes' || role === 'key') && slice === null;

/** Fetches a playlist for all who wait for it, over a connection that belongs to none of them. */
function fetchShared(
  parts: SharingParts & { fetcher: PlaylistFetcher; feed: Feed; channelKey: ItemKey; grant: StreamGrant },
  inFlight: AbortSignal,
): Promise<FoundPlaylist> {
  const { fetcher, feed, channelKey, grant, timing } = parts;
  const { sourceAddress } = feed;
  const sealed = { ...feed.sealed, grant };
  const fetch = async (inTime: AbortSignal) => {
    const controller = new AbortController();
    const { signal } = controller;
    onAbort(inTime, () => controller.abort(inTime.reason));
    // Its slot is taken only when all who wait for the playlist have begun to play something else.
    const close = (why: SlotEnd) => controller.abort(answerToCut(cutReasons[why]));
    try {
      const ask = passGate(parts, sealed, { signal, close }, 'request', { sourceAddress });
      return await fetcher.fetch({ key: sharingKey(channelKey, sealed), stream: sealed, ask }, signal);
    } finally {
      controller.abort();
    }
  };
  return withDeadline(inFlight, timing.playlistWithinMs, fetch, timing.clock);
}

/** How often a refused segment is repeated where another source can take the place of its own: players wait for it. */
const repeatsBeforeOthers = 1;

/** Requests a segment or a key of a live playlist. @throws AppError `segment.not_found` for one of a source that was left */
async function openPart(
  needs: {
    parts: SharingParts;
    steady: SteadyPlaylists;
    sealed: SealedStream;
    channelKey: ItemKey;
    range: string | undefined;
  },
  owner: ConnectionOwner,
): Promise<UpstreamAnswer> {
  const { parts, steady, sealed, channelKey, range } = needs;
  const { sourceAddress, isLeft = false } = steady.findOwner(channelKey, sealed.address) ?? {};
  const mostRepeats = steady.hasOthers(channelKey) ? repeatsBeforeOthers : undefined;
  const ask = passGate(parts, sealed, owner, 'request', { sourceAddress, mostRepeats });
  try {
    const answer = await ask({ ...upstreamRequest(sealed), method: 'GET', range }, owner.signal);
    const isFetched = answer.status === 200 || answer.status === 206;
    steady.noteSegment(channelKey, sealed.address, isFetched);
    if (isFetched || !isLeft) return answer;
    answer.abort();
  } catch (error) {
    if (!owner.signal.aborted) steady.noteSegment(channelKey, sealed.address, false);
    if (!isLeft) throw error;
  }
  // Players skip a segment that answers 404.
  throw new AppError('segment.not_found', { cause: new Error('the source of the segment has failed') });
}
