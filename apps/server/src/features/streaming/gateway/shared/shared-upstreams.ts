/*
 * All viewers of a channel share what comes in from its upstream: one transfer of a channel in MPEG-TS, and each playlist,
 * segment and key of a channel in HLS. What is shared is identified by what the upstream is asked for, never by a token:
 * whether a viewer may receive it is checked before, for each request, and again while it runs.
 */
import { hash } from 'node:crypto';
import { withDeadline } from '../../../../platform/async/deadline.ts';
import { upstreamRequest } from '../delivery/child-stream.ts';
import { openChannel, type Failover } from '../failover/open-channel.ts';
import type { FoundPlaylist, PlaylistFetcher } from '../delivery/fetch-playlist.ts';
import { passGate, type GatedUpstream } from '../delivery/gated-stream.ts';
import type { RunningStream } from '../delivery/running-streams.ts';
import type { StreamTiming } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { contentKey } from './content-key.ts';
import { createLiveChannels } from './live-channels.ts';
import { createSharedPlaylists } from './shared-playlists.ts';
import type { SharedTransfer } from './shared-transfer.ts';
import { createTransferStore, type TransferSlot } from './transfer-store.ts';

/** Players begin three target durations behind the end of a live playlist, and one more passes while they request it. */
const keptTargetDurations = 4;

/** A request of one viewer. */
export interface ViewerRequest {
  sealed: SealedStream;
  stream: RunningStream;
  method: 'GET' | 'HEAD';
  range?: string | undefined;
  ifRange?: string | undefined;
}

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
    request: Pick<ViewerRequest, 'sealed' | 'stream'> & { key: string; opened?: UpstreamAnswer | undefined },
    signal: AbortSignal,
  ): Promise<FoundPlaylist>;
}

export function createSharedUpstreams(needs: { forgetCookies(jarKey: string): void }): SharedUpstreams {
  const channels = createLiveChannels();
  const playlists = createSharedPlaylists({ channels, onRefused: needs.forgetCookies });
  const store = createTransferStore();

  /** Starts to receive something for all who want it from now on. */
  function start(slot: TransferSlot, parts: SharingParts, { sealed, range }: ViewerRequest): SharedTransfer {
    const { channelKey, isBody } = slot;
    return store.start(slot, (owner) => {
      if (!isBody) return openChannel({ parts, sealed, channelKey, range }, owner);
      const ask = passGate(parts, sealed, owner, 'request');
      return ask({ ...upstreamRequest(sealed), method: 'GET', range }, owner.signal);
    });
  }

  return {
    async open(parts, request) {
      const { sealed, stream, method, range, ifRange } = request;
      const { channelKey, device } = parts.clientOf(sealed.grant);
      if (channelKey === undefined || method !== 'GET' || ifRange !== undefined) return undefined;
      const seat = { signal: stream.signal, device, close: stream.close };
      if (isWholeChannel(sealed, range)) {
        const slot = { key: `ring ${contentKey(sealed)}`, channelKey, isBody: false };
        if (store.isRefused(slot.key)) return undefined;
        return (store.find(slot.key) ?? start(slot, parts, request)).join(seat);
      }
      const live = isPartOfPlaylist(sealed) ? channels.find(channelKey) : undefined;
      if (live === undefined) return undefined;
      noteViewer(parts, sealed);
      const slot = { key: `body ${contentKey(sealed, range)}`, channelKey, isBody: true };
      const known = store.find(slot.key);
      if (known !== undefined) return known.join(seat);
      if (store.isCrowded()) return undefined;
      const body = start(slot, parts, request);
      setTimeout(body.retire, live.targetMs * keptTargetDurations).unref();
      return body.join(seat);
    },
    async fetchPlaylist(parts, { sealed, stream, key, opened }, signal) {
      const { channelKey } = parts.clientOf(sealed.grant);
      const { fetcher } = parts;
      if (channelKey === undefined || sealed.streamKind === 'dash' || opened !== undefined) {
        const ask = passGate(parts, sealed, stream, 'request');
        const found = await fetcher.fetch({ key, stream: sealed, ask, opened }, signal);
        if (channelKey !== undefined && opened !== undefined) playlists.note(channelKey, found);
        return found;
      }
      noteViewer(parts, sealed);
      const client = hash('sha256', key, 'base64url');
      const asker = { key: contentKey(sealed), channelKey, client, signal };
      return playlists.fetch(asker, (inFlight) =>
        fetchShared({ ...parts, key: asker.key, sealed }, inFlight),
      );
    },
    [Symbol.dispose]: store.endAll,
  };
}

/** Notes a viewer of a channel in HLS, for whom perhaps nothing has to be requested. */
function noteViewer({ gate, clientOf }: SharingParts, { grant }: SealedStream): void {
  const { channelKey, device } = clientOf(grant);
  if (channelKey !== undefined && device !== undefined) gate.noteViewer(channelKey, device);
}

/** Whether a request is for a channel in MPEG-TS from now on, without an end. */
const isWholeChannel = ({ role, streamKind }: SealedStream, range: string | undefined): boolean =>
  role === 'source' && streamKind === 'ts' && (range === undefined || range === 'bytes=0-');

const isPartOfPlaylist = ({ role, streamKind, slice = null }: SealedStream): boolean =>
  streamKind === 'hls' && (role === 'bytes' || role === 'key') && slice === null;

/** Fetches a playlist for all who wait for it, over a connection that belongs to none of them. */
function fetchShared(
  parts: SharingParts & { fetcher: PlaylistFetcher; key: string; sealed: SealedStream },
  inFlight: AbortSignal,
): Promise<FoundPlaylist> {
  const { fetcher, key, sealed, timing } = parts;
  return withDeadline(inFlight, timing.playlistWithinMs, async (signal) => {
    const controller = new AbortController();
    try {
      const owner = { signal: controller.signal, close: () => undefined };
      const ask = passGate(parts, sealed, owner, 'request');
      return await fetcher.fetch({ key, stream: sealed, ask }, signal);
    } finally {
      controller.abort();
    }
  });
}
