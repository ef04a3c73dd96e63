import { readItemKey, type ItemKey, type SourceReport, type StreamKind } from '@butaca/contract';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { buildConnector } from 'undici';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { deleteStaleFolders, nameProcessFolder } from '../../../platform/process-folder.ts';
import type { Programs } from '../../../platform/programs/programs.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { SharedPermits } from '../../../platform/shared-store/shared-permits.ts';
import { addressNetwork } from '../../../platform/http/address-group.ts';
import {
  isArchive,
  type NewStreamGrant,
  type OpenPlaylists,
  type StreamClient,
  type StreamGrant,
} from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createAddressFilter, type ResolveHost } from './upstream/address-filter.ts';
import { createDownload, type DownloadLimits, type FindHostBudget } from './upstream/download.ts';
import { serveGateway } from './gateway.routes.ts';
import {
  createLoopbackAddresses,
  type LoopbackAddress,
  type LoopbackOptions,
  type OpenListener,
} from './loopback-address.ts';
import { createHostGate } from './upstream/host-gate.ts';
import { createRangeRefusers } from './delivery/range-refusers.ts';
import { createListRenewals } from './delivery/list-renewals.ts';
import { createPlaylistFetcher } from './delivery/fetch-playlist.ts';
import {
  bufferLimits,
  createLiveBuffers,
  type BufferCount,
  type LiveBuffers,
} from './buffer/live-buffers.ts';
import { createSegmentFiles, type FileLimits, type ReadRoom } from './buffer/segment-files.ts';
import { createFilmOrigins } from './nginx/film-origins.ts';
import { createNginxDelivery } from './nginx/hand-over.ts';
import { openFile, type FileRequest, type OpenedFile } from './upstream/open-file.ts';
import type { FindBudget } from './upstream/provider-slots.ts';
import { createPost, type PostAnswer, type PostRequest } from './upstream/post.ts';
import { readPart, type PartRequest } from './upstream/read-part.ts';
import { readStart, type StartRequest, type StreamStart } from './upstream/read-start.ts';
import type { FindSources } from './failover/channel-sources.ts';
import { createJudgePicture } from './failover/judge-picture.ts';
import { createSourceBudget } from './failover/source-budget.ts';
import { createSourceHealth } from './failover/source-health.ts';
import { createFirstPlaylists } from './stages/first-playlists.ts';
import { createKeptFailures } from './stages/kept-failures.ts';
import { createTitleVersions, type FindVersions } from './stages/title-versions.ts';
import { createRunningStreams } from './delivery/running-streams.ts';
import { createPlaylists } from './delivery/send-playlist.ts';
import type { OwnStream } from './shared/own-stream.ts';
import { createSharedUpstreams } from './shared/shared-upstreams.ts';
import { forFirstPlaylists, forViewer, type ViewerNeeds, type ViewerServices } from './stages/for-viewer.ts';
import type { Supply } from './stages/open-answer.ts';
import { createAddressLife, type AddressLife } from './stream/address-life.ts';
import { createSharedAddressUses } from './stream/shared-address-uses.ts';
import { createStreamHolders } from './stream/stream-holder.ts';
import { readSource } from './stream/read-source.ts';
import { streamPath } from './stream/stream-address.ts';
import {
  streamTiming,
  timingOfSeveral,
  type StreamGrants,
  type StreamTiming,
  type TitlesFor,
} from './stream/stream.ts';
import { createStreamSealer, type SealedStream } from './stream/token.ts';
import type { FindCertificates } from './upstream/server-certificate.ts';
import {
  lookAtCertificate,
  tryAddress,
  type AddressStage,
  type PresentedCertificate,
} from './upstream/try-address.ts';
import { createUpstream } from './upstream/upstream.ts';

export { lacksRoom as lacksBufferRoom } from './buffer/segment-files.ts';
export type { FindSources } from './failover/channel-sources.ts';
export type { AddressStage, PresentedCertificate } from './upstream/try-address.ts';
export type { FileRequest, OpenedFile } from './upstream/open-file.ts';
export type { PostAnswer, PostRequest } from './upstream/post.ts';
export type { StreamGrants, StreamTiming, TitlesFor } from './stream/stream.ts';

/**
 * The gateway: the server's own proxy for streams. It delivers their bytes to clients without revealing the addresses
 * of the upstreams (the providers' servers).
 */
export interface Gateway extends AsyncDisposable {
  /**
   * Registers the route of viewers' streams.
   *
   * @param services - of features that need the gateway too, so that they are given after it was created
   */
  routes(app: FastifyInstance, services: ViewerServices): void;
  /**
   * Issues a path on this server at which a stream plays, to a client that gets a cookie with it. The path is valid
   * until it expires, only for the person and device in the grant (permission), and only in the browser that holds the
   * cookie or in the client's network.
   */
  issue(
    source: StreamSource,
    grant: NewStreamGrant,
    client: StreamClient,
  ): { url: string; streamKind: StreamKind };
  /** Opens the playlists with which an issued stream begins. */
  openPlaylists: OpenPlaylists;
  /** Cuts every running stream whose permission (grant) has ended, as the given function says. */
  end(hasEnded: (grant: StreamGrant) => boolean): void;
  /**
   * Downloads a whole file (an image) from an address in the catalogue, through the same address filter as streams.
   *
   * @throws AppError `upstream.…`, by the cause
   */
  download(address: string, limits: DownloadLimits): Promise<Buffer>;
  /**
   * Requests a file of any size, through the same address filter as streams, for reading it as a stream.
   *
   * @returns `undefined` when the file has not changed since the request's entity tag or time
   * @throws AppError `upstream.…`, by the cause
   */
  openFile(request: FileRequest): Promise<OpenedFile | undefined>;
  /**
   * Sends a body over TLS to an address that a viewer has given. Only public addresses are connected to, whatever the
   * operator allows for providers, and redirects are not followed.
   *
   * @throws AppError `upstream.refused` for an address that is not allowed; other `upstream.…` by the cause
   */
  post(request: PostRequest): Promise<PostAnswer>;
  /** Tries an address stage by stage: name, connection, TLS, answer. Stages after a failed one are absent. */
  tryAddress(request: Pick<FileRequest, 'address' | 'userAgent' | 'referrer'>): Promise<AddressStage[]>;
  /**
   * Reads the certificate that the server of an address presents, through the same address filter as streams; nothing is
   * requested of it.
   *
   * @throws AppError `upstream.…`, by the cause
   */
  lookAtCertificate(address: string): Promise<PresentedCertificate>;
  /**
   * Reads a range of the bytes of a stream's file, through the same address filter as streams. Where the upstream
   * supports no ranges, the file is read from its beginning, up to a limit.
   *
   * @throws AppError `upstream.…`, by the cause
   */
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * Reads the first bytes of a stream that may be endless, through the same address filter as streams.
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout` when no bytes came
   */
  readStart(source: StreamSource, start: StartRequest): Promise<StreamStart>;
  /**
   * Opens a loopback address of this server at which ffmpeg or ffprobe may fetch a stream source until `end` is called.
   */
  openLoopback(source: StreamSource, options?: LoopbackOptions): Promise<LoopbackAddress>;
  /** Starts a channel in MPEG-TS that this server makes, for all its viewers. @param open - makes its bytes */
  startStream(channelKey: ItemKey, open: (signal: AbortSignal) => Promise<Readable>): OwnStream;
  /** What real plays have shown of a source of a channel that failed lately. */
  readSourceHealth(address: string): SourceReport | undefined;
  /** Whether a source or version has not failed lately, so that it is tried in its own place. */
  isReady(address: string): boolean;
  /** Lists the addresses of the sources that real plays have shown to be unstable. */
  listUnstableSources(): string[];
  /** How many connections of a provider all servers have taken now. */
  countConnections(providerId: string): Promise<number>;
  /**
   * Copies a keyframe out of the ring or the segments that the gateway keeps of a channel for its viewers. No upstream is
   * requested.
   *
   * @returns the MPEG-TS tables and the keyframe; `undefined` for a channel without viewers, and where no keyframe is kept
   */
  findPicture(channelKey: ItemKey): Buffer | undefined;
  /** What is kept of live channels now, so that their viewers can rewind them. */
  countBuffered(): BufferCount;
  /** Whether the stream gateway is delivering a stream to anybody now. */
  isBusy(): boolean;
}

/** What creating the stream gateway needs; `ViewerServices` are given later, when its routes are registered. */
export interface GatewayNeeds {
  /** The key that seals (encrypts) stream tokens: 32 random bytes, the same for all processes of an installation. */
  sealingKey: Uint8Array;
  grants: StreamGrants;
  /**
   * Finds how many connections the provider of a source allows; by default that is learned from the provider's refusals.
   */
  findBudget?: FindBudget | undefined;
  /** Where several servers count the connections of a provider together; by default this one counts for itself. */
  permits?: SharedPermits | undefined;
  /** Where several servers note the use of stream addresses; by default this one notes it for itself. */
  store?: SharedStore | undefined;
  /** Finds how many connections the provider of a host allows, for pictures; by default none is known. */
  findHostBudget?: FindHostBudget | undefined;
  /** Lists the sources of a channel, of which the next plays when one fails; by default only the issued one plays. */
  findSources?: FindSources | undefined;
  /** Lists the versions of a film or chapter, of which the next plays when one fails; by default only the issued one plays. */
  findVersions?: FindVersions | undefined;
  /** Returns the titles of items, without those that the person of a grant may not see; by default none. */
  titlesFor?: TitlesFor | undefined;
  /**
   * Which upstreams may have private addresses. `true`: those in the usual private networks; `false`: none; an array:
   * those in the given networks.
   */
  allowPrivate: boolean | readonly string[];
  /** How many requests one host of a provider answers at once, for everything that this server fetches there. */
  requestsPerHost: number;
  log: Log;
  /**
   * Opens the listener on which ffmpeg and ffprobe reach the stream gateway; by default it listens on this machine's
   * own loopback.
   */
  openListener?: OpenListener | undefined;
  clock?: Clock;
  /** Whether the site is reached over TLS, so that browsers send the streams' cookie over TLS only. */
  isSecure?: boolean;
  /** After how many seconds an issued stream address expires even while it is used; by default 12 hours. */
  ttlSeconds?: number;
  /** Overrides for the default time limits of streams. */
  timing?: Partial<StreamTiming> | undefined;
  /** Resolves the host names of upstreams; by default with the system's resolver. */
  resolve?: ResolveHost;
  /** Makes the connections to upstreams that the address filter lets pass; by default over TCP and TLS. */
  connect?: buildConnector.connector | undefined;
  /** Makes the connections over which bodies are sent (`post`); by default over TCP and TLS. */
  connectToPost?: buildConnector.connector | undefined;
  /** The secret of the operator's nginx, which then delivers bytes; by default the gateway delivers all of them. */
  nginxSecret?: string | undefined;
  /** The programs with which keyframes of channels are judged; by default nobody notices black ones. */
  programs?: Programs<'ffmpeg' | 'ffprobe'> | undefined;
  /** Completes the address of a stream that is stored without what is secret or may change; by default none is. */
  completeAddress?: (address: string) => Promise<string>;
  /** Where and for how long live channels are kept so that viewers can pause and rewind them; by default they are not. */
  liveBuffer?: LiveBufferNeeds | undefined;
  /** Finds the certificates that are allowed although no authority vouches for them; by default there are none. */
  findCertificates?: FindCertificates | undefined;
}

export interface LiveBufferNeeds {
  /** The folder in which each process keeps its files in a folder of its own. */
  folder: string;
  minutes: number;
  limits?: FileLimits | undefined;
  readRoom?: ReadRoom | undefined;
}

const defaultTtlSeconds = 12 * 3_600;

/** @throws Error for a sealing (encryption) key of another length or a network that cannot be parsed */
export function gatewayFeature(needs: GatewayNeeds): Gateway {
  const { grants, log, clock = systemClock, ttlSeconds = defaultTtlSeconds } = needs;
  const { findHostBudget = () => Promise.resolve(undefined) } = needs;
  const timing = { ...streamTiming, ...(needs.store && timingOfSeveral), ...needs.timing };
  const sealer = createStreamSealer(needs.sealingKey);
  const holders = createStreamHolders(needs.sealingKey, needs.isSecure === true);
  const life = createAddressLife(
    clock,
    ttlSeconds,
    needs.store && createSharedAddressUses(needs.store, timing.clock),
  );
  const running = createRunningStreams(keepingAlive(grants, life), timing, log);
  const mayConnect = createAddressFilter(needs.allowPrivate);
  const upstream = createUpstream({
    mayConnect,
    timing,
    requestsPerHost: needs.requestsPerHost,
    resolve: needs.resolve,
    connect: needs.connect,
    completeAddress: needs.completeAddress,
    findCertificates: needs.findCertificates,
  });
  const connecting = { mayConnect, resolve: needs.resolve, timing };
  const post = createPost({ timing, resolve: needs.resolve, connect: needs.connectToPost });
  const gate = createHostGate(needs.findBudget, needs.permits, timing.clock);
  const inspecting = { upstream, gate, clock: timing.clock };
  const health = createSourceHealth(clock.steadyMs);
  const failover = {
    findSources: needs.findSources ?? (() => Promise.resolve([])),
    findBudget: needs.findBudget,
    health,
    budget: createSourceBudget(timing.clock),
    judgePicture: needs.programs && createJudgePicture(needs.programs, log, timing.clock),
  };
  const versions = createTitleVersions({
    findVersions: needs.findVersions ?? (() => Promise.resolve([])),
    failover,
    timing,
  });
  const shared = createSharedUpstreams({ forgetCookies: upstream.forgetCookies, failover, timing });
  const films = createFilmOrigins({
    mayConnect,
    findBudget: needs.findBudget,
    findCertificates: needs.findCertificates,
    resolve: needs.resolve,
    clock: timing.clock,
  });
  const renewals = createListRenewals(timing.clock);
  const rangeRefusers = createRangeRefusers(timing.clock);
  const forAll = { upstream, gate, shared, failover, timing, renewals, rangeRefusers };
  const buffers = needs.liveBuffer && startLiveBuffers(needs.liveBuffer, timing.clock, log);
  const supply: Supply = {
    ...forAll,
    buffers,
    fetcher: createPlaylistFetcher({ timing }),
    playlists: createPlaylists(sealer, clock, renewals),
    clientOf: (grant) => ({
      isInspection: false,
      isSerial: false,
      devices: () => [grant],
      channelKey: isLiveChannel(grant) ? grant.itemKey : undefined,
      sourceAddress: versions.playedAddress(grant),
    }),
  };
  const nginx = createNginxDelivery(supply, films, needs.nginxSecret);
  let openPlaylists: OpenPlaylists = () => Promise.resolve([]);
  const loopbacks = createLoopbackAddresses({ ...forAll, openListener: needs.openListener }, log);

  return {
    routes(app, services) {
      const viewers: ViewerNeeds = {
        supply,
        addresses: { sealer, hasExpired: life.hasExpired },
        holders,
        running,
        grants: keepingAlive(grants, life),
        nginx,
        versions,
        titlesFor: needs.titlesFor ?? (() => Promise.resolve([])),
        services,
      };
      const failures = createKeptFailures(timing.clock);
      serveGateway(app, running, forViewer(viewers), failures);
      // Of several servers, another one may serve the channel: two would ask its provider at once.
      if (needs.permits !== undefined) return;
      const opener = forFirstPlaylists(viewers);
      openPlaylists = createFirstPlaylists({ sealer, running, failures, opener, timing });
    },
    issue(source, grant, client) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
      const issuedAtSeconds = Math.floor(clock.steadyMs() / 1_000);
      const sealed: SealedStream = {
        role: 'source',
        ...readSource(source),
        grant: {
          ...grant,
          isTrial: grant.isTrial === true,
          issuedAtSeconds,
          network: addressNetwork(client.ip),
        },
        durationSeconds: source.durationSeconds ?? null,
        expiresAtSeconds: nowSeconds + life.ttlSecondsOf(grant),
      };
      client.keepCookie(holders.cookieOf(grant.sessionKey));
      return { url: streamPath(sealer.seal(sealed), sealed), streamKind: source.streamKind };
    },
    openPlaylists: (path, left) => openPlaylists(path, left),
    end: running.end,
    download: createDownload({ ...inspecting, findHostBudget }),
    openFile: (request) => openFile(inspecting, request),
    post: post.send,
    tryAddress: (request) =>
      tryAddress({ ...connecting, upstream, findCertificates: needs.findCertificates }, request),
    lookAtCertificate: (address) => lookAtCertificate(connecting, address),
    readPart: (source, part) => readPart(inspecting, source, part),
    readStart: (source, start) => readStart(inspecting, source, start),
    openLoopback: loopbacks.open,
    startStream: shared.startOwn,
    readSourceHealth: health.read,
    isReady: health.isReady,
    listUnstableSources: health.listUnstable,
    countConnections: gate.countTaken,
    findPicture: shared.findPicture,
    countBuffered: () => buffers?.count() ?? { playlists: 0, segments: 0, bytes: 0, waiting: 0 },
    isBusy: running.isAny,
    async [Symbol.asyncDispose]() {
      running.endAll();
      running[Symbol.dispose]();
      shared[Symbol.dispose]();
      await buffers?.[Symbol.asyncDispose]();
      await loopbacks[Symbol.asyncDispose]();
      await post[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** Starts what keeps live channels, and deletes what crashed processes have kept. */
function startLiveBuffers(
  { folder, minutes, limits, readRoom }: LiveBufferNeeds,
  clock: Clock,
  log: Log,
): LiveBuffers {
  const own = nameProcessFolder();
  deleteStaleFolders(folder, own).catch((error: unknown) =>
    log.warn({ err: error }, 'live buffers of ended processes stay'),
  );
  const files = createSegmentFiles({ folder: join(folder, own), clock, log, limits, readRoom });
  return createLiveBuffers({ files, limits: bufferLimits(minutes), clock });
}

const isLiveChannel = (grant: StreamGrant): boolean =>
  readItemKey(grant.itemKey)?.kind === 'channel' && !isArchive(grant);

/** Notes in the life of stream addresses that a stream is being delivered, whenever the checks of grants are asked. */
function keepingAlive(grants: StreamGrants, life: AddressLife): StreamGrants {
  return {
    ...grants,
    async check(grant, occasion) {
      const refusal = await grants.check(grant, occasion);
      if (refusal === undefined) life.use(grant);
      return refusal;
    },
    renew(grant) {
      life.use(grant);
      return grants.renew(grant);
    },
  };
}
