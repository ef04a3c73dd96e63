import type { ItemKey } from '@butaca/contract';
import type { FastifyReply } from 'fastify';
import { AppError } from '../../../../platform/http/app-error.ts';
import { isArchive } from '../../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../../shared/stream/stream-source.ts';
import { playlistMark } from '../delivery/byte-cut.ts';
import { isCastFilm, type CastListener } from '../delivery/cast-meter.ts';
import { providerFull } from '../delivery/provider-full.ts';
import type { RunningStreams } from '../delivery/running-streams.ts';
import type { NginxDelivery } from '../nginx/hand-over.ts';
import { readInternalAddress } from '../stream/stream-address.ts';
import type { StreamHolders } from '../stream/stream-holder.ts';
import type { InternalMedia, StreamGrants, TitlesFor } from '../stream/stream.ts';
import type { SealedStream } from '../stream/token.ts';
import { ProviderFullError } from '../upstream/provider-slots.ts';
import { readUpstreamError } from '../upstream/upstream-error.ts';
import { chargeMedia } from './charge-media.ts';
import type { PlaylistOpener } from './first-playlists.ts';
import {
  findKeptPlaylist,
  isNamedPlaylist,
  openBytes,
  openOwn,
  openPlaylist,
  requireWebAddress,
  type Supply,
} from './open-answer.ts';
import {
  checkGrant,
  logRefusal,
  openAddress,
  runStream,
  type SealedAddresses,
  type TokenRequest,
} from './open-request.ts';
import { isEndlessChannel, requireMedia } from './require-media.ts';
import { closeUnsent, sendMedia } from './send-media.ts';
import type {
  BufferedRequest,
  Opened,
  OpenStage,
  PlaylistRequest,
  RejectStage,
  Stages,
  StreamRequest,
} from './stages.ts';
import type { FilmConversions, TitleVersions } from './title-versions.ts';

/** What other features do for viewers' streams, and get to know of them. */
export interface ViewerServices {
  /** Media of this server (converted films, the demo) by their name in addresses: `internal:<name>/<path>`. */
  internal: Readonly<Record<string, InternalMedia>>;
  conversions: FilmConversions;
  /**
   * Determines the duration of a stream's file in seconds; called under a free trial and for a television when the
   * stream's token does not contain the duration.
   *
   * @param left - aborts when the viewer has left
   */
  durationOf(source: StreamSource, left: AbortSignal): Promise<number | undefined>;
  /**
   * Called with the item key (`channel:<id>` …) of a stream whose upstream failed or refused, and with the error code, so
   * that playback failures are counted.
   */
  onUpstreamFailure(itemKey: ItemKey, code: string): void;
  /** Called with the item key (`channel:<id>` …) of a stream whenever media of it, not only a playlist, are delivered. */
  onDelivery(itemKey: ItemKey): void;
  /** Called with each part of a film that is delivered to a television to which a device casts. */
  onCast: CastListener;
  /** Called whenever the stream gateway begins to deliver a stream to somebody. */
  onPlay(): void;
}

export interface ViewerNeeds {
  supply: Supply;
  addresses: SealedAddresses;
  holders: Pick<StreamHolders, 'isHolder' | 'isOwnBrowser'>;
  running: RunningStreams;
  grants: StreamGrants;
  nginx: NginxDelivery;
  versions: TitleVersions;
  titlesFor: TitlesFor;
  services: ViewerServices;
}

/**
 * The stages of people: browsers, the apps, players outside of the page, and televisions to which a device casts. An address
 * works for its holder, free trials are charged, and nginx may deliver.
 */
export function forViewer(needs: ViewerNeeds): Stages<TokenRequest> {
  const { supply, nginx, grants, services } = needs;
  return {
    open: openForViewer(needs),
    reject: rejectForViewer(needs),
    pay: (asked, opened) => chargeMedia({ grants, onCast: services.onCast }, asked, opened),
    filter: (_asked, opened) => ({
      tracks: undefined,
      // A player outside of the page, such as mpv, would follow a playlist inside of what is said to be a film to any host.
      forbidden: opened.sealed.role === 'source' ? playlistMark : undefined,
      hasNullPackets: isEndlessChannel(opened),
    }),
    send(asked, opened, through) {
      const isSegment = opened.form === 'bytes' || asked.buffered?.isLive === true;
      if (isSegment) nginx.letKeep(asked, opened.answer);
      if (opened.form === 'own') noteDelivery(services, asked);
      sendMedia(supply.timing, asked, opened, through);
    },
  };
}

function openForViewer(needs: ViewerNeeds): OpenStage<TokenRequest> {
  const { supply, addresses, holders, running, grants, nginx, services } = needs;
  return {
    async request(request, reply) {
      const { key, sealed, buffered } = await openAddress(addresses, request);
      // The player has disconnected while another server's use of the address was looked up.
      if (reply.raw.destroyed) return undefined;
      if (!holders.isHolder(request, sealed.grant)) {
        throw logRefusal(request, new AppError('stream.elsewhere'), sealed.grant);
      }
      const isCast = sealed.grant.isCast === true;
      if (isCast) openToTelevisions(reply);
      // A browser reads the address for a television before the person has chosen one. No television plays
      // then: the lease stays with the page, and no position of a television is reported.
      const isByPage = isCast && holders.isOwnBrowser(request, sealed.grant);
      const grant = isByPage ? { ...sealed.grant, isCast: false } : sealed.grant;
      return runStream(running, { key, sealed, buffered, request, reply }, grant);
    },
    async permit(asked) {
      await checkGrant(grants, asked);
      services.onPlay();
    },
    async answer(asked) {
      if (asked.buffered?.isLive === false) return requireKept(supply, asked.buffered);
      const known = await openKnown(needs, asked);
      if (known !== undefined) return known;
      if (await nginx.handOver(asked)) {
        noteDelivery(services, asked);
        return { form: 'handed-over' };
      }
      // A part of a segment is asked of its provider: what is kept is sent as a whole.
      const isWhole = asked.request.headers.range === undefined;
      const kept = asked.buffered && isWhole && (await openKept(supply, asked.buffered));
      return kept || openBytes(supply, asked, await withDuration(services, asked));
    },
    version: (asked, accept) =>
      needs.versions.open(asked, services.conversions, accept, ({ opened }) => {
        if (opened.form === 'own' || opened.form === 'bytes') closeUnsent(opened);
      }),
  };
}

/** Opens a part of a live playlist that the live buffer has; `undefined` for one that it does not have, or not yet. */
async function openKept(
  { buffers, clientOf }: Supply,
  { name, list, isLive }: BufferedRequest,
): Promise<Opened | undefined> {
  const { channelKey } = clientOf(list.grant);
  if (channelKey === undefined) return undefined;
  // Whoever watches what is live gets it as it arrives, and does not wait until all of it is kept.
  const answer = await buffers?.open(channelKey, list, name, { waits: !isLive });
  return answer && { form: 'own', answer };
}

/** Opens a part that its provider does not offer any more. @throws AppError `segment.not_found`, which players skip */
async function requireKept(supply: Supply, buffered: BufferedRequest): Promise<Opened> {
  const kept = await openKept(supply, buffered);
  if (kept === undefined) throw new AppError('segment.not_found');
  return kept;
}

/**
 * Opens what needs no look at the bytes of an upstream: media of this server, and playlists. @returns `undefined` for anything
 * else
 */
async function openKnown(
  { supply, services }: Pick<ViewerNeeds, 'supply' | 'services'>,
  asked: PlaylistRequest,
): Promise<Opened | undefined> {
  const { sealed } = asked;
  const kept = findKeptPlaylist(supply, asked);
  if (kept !== undefined) return kept;
  const named = readInternalAddress(sealed.address);
  if (named !== undefined) return openOwn(supply, services.internal, named, asked);
  requireWebAddress(sealed);
  return isNamedPlaylist(sealed) ? openPlaylist(supply, asked) : undefined;
}

/** Opens playlists for the answer that issues the address of a stream, as they are opened for the viewer's own requests. */
export function forFirstPlaylists(needs: ViewerNeeds): PlaylistOpener {
  const { grants, services } = needs;
  const { toError } = rejectForViewer(needs);
  return {
    async permit({ grant }) {
      if ((await grants.check(grant, 'start')) !== undefined) return false;
      services.onPlay();
      return true;
    },
    async open(asked) {
      try {
        const opened = await openKnown(needs, asked);
        return opened?.form === 'playlist' ? opened.text : undefined;
      } catch (error) {
        throw await toError(error, asked.sealed.grant);
      }
    },
  };
}

function rejectForViewer({ supply, titlesFor, services }: ViewerNeeds): RejectStage {
  return {
    async bytes(asked, opened) {
      const media = await requireMedia(supply.timing, asked, opened);
      noteDelivery(services, asked);
      return media;
    },
    async toError(error, grant) {
      if (!(error instanceof ProviderFullError)) return readUpstreamError(error);
      return providerFull(error, await titlesFor(error.playing, grant));
    },
    tell(error, grant) {
      // Two failures do not count against the channel: a request for which the provider had no free connection, and one for its archive.
      const isOther = error.code === 'upstream.full' || isArchive(grant);
      if (!isOther) services.onUpstreamFailure(grant.itemKey, error.code);
    },
  };
}

/** Tells that media are delivered; those of an archive do not show that the channel plays. */
function noteDelivery({ onDelivery }: Pick<ViewerServices, 'onDelivery'>, { sealed }: StreamRequest): void {
  if (!isArchive(sealed.grant)) onDelivery(sealed.grant.itemKey);
}

/**
 * Lets the pages of other origins receive an answer: the receivers of televisions are pages of their makers. Nothing but
 * the address itself permits it, so no cookie is sent along.
 */
function openToTelevisions(reply: FastifyReply): void {
  reply
    .header('access-control-allow-origin', '*')
    .header('access-control-expose-headers', 'content-length, content-range')
    .header('cross-origin-resource-policy', 'cross-origin');
}

/**
 * Adds to a stream the duration of its file where bytes are counted as seconds: under a free trial, and for a television.
 */
async function withDuration(
  { durationOf }: Pick<ViewerServices, 'durationOf'>,
  { sealed, request, stream }: StreamRequest,
): Promise<SealedStream> {
  const { grant, role, streamKind, durationSeconds } = sealed;
  const isCounted = grant.isTrial || isCastFilm(grant);
  const isAsked = isCounted && (role === 'source' || role === 'file') && request.method !== 'HEAD';
  if (!isAsked || (typeof durationSeconds === 'number' && durationSeconds > 0)) return sealed;
  // An address that a manifest names with the role `file` is the media file of a track, not another manifest.
  const kind = role === 'file' ? 'file' : streamKind;
  const found = await durationOf({ ...sourceOf(sealed), streamKind: kind }, stream.signal);
  return { ...sealed, durationSeconds: found ?? null };
}

function sourceOf(stream: SealedStream): StreamSource {
  const { address, streamKind, userAgent, referrer, origin = null, cookies = null } = stream;
  return { address, streamKind, userAgent, referrer, origin, cookies };
}
