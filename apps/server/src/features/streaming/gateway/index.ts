import type { StreamKind, ItemKey } from '@butaca/contract';
import type { FastifyInstance } from 'fastify';
import { systemClock, type Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { NewStreamGrant, StreamGrant } from '../../../shared/stream/stream-grant.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { createAddressFilter, type ResolveHost } from './upstream/address-filter.ts';
import { download, type DownloadLimits } from './upstream/download.ts';
import { serveGateway } from './gateway.routes.ts';
import { createLoopbackAddresses, type LoopbackAddress, type OpenListener } from './loopback-address.ts';
import { readPart, type PartRequest } from './upstream/read-part.ts';
import { createRunningStreams } from './delivery/running-streams.ts';
import { createPlaylists } from './delivery/send-playlist.ts';
import { readSourceAddress, streamPath } from './stream/stream-address.ts';
import { streamTiming, type InternalMedia, type StreamGrants, type StreamTiming } from './stream/stream.ts';
import { createStreamSealer, type SealedStream } from './stream/token.ts';
import { createUpstream } from './upstream/upstream.ts';

export type { InternalMedia, StreamGrants } from './stream/stream.ts';

/** Delivers the bytes of streams to clients without revealing the addresses of upstreams. */
export interface Gateway extends AsyncDisposable {
  routes(app: FastifyInstance, given: GatewayRoutesNeeds): void;
  /** Issues a path from the server's root at which a source plays, valid for the grant's holder until it expires. */
  issue(source: StreamSource, grant: NewStreamGrant): { url: string; streamKind: StreamKind };
  /** Cuts every running stream whose grant has ended. */
  end(hasEnded: (grant: StreamGrant) => boolean): void;
  /**
   * Downloads a whole file from an address of the catalogue, through the same address filter as streams.
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout`
   */
  download(address: string, limits: DownloadLimits): Promise<Buffer>;
  /**
   * Reads a range of a source's bytes, through the same address filter as streams.
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout`
   */
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** Opens a loopback address at which a program of this machine may fetch a source until `end` is called. */
  openLoopback(source: StreamSource): Promise<LoopbackAddress>;
  /** Whether any stream is being delivered now. */
  isBusy(): boolean;
}

/** What the gateway's routes need from features that themselves need the gateway. */
export interface GatewayRoutesNeeds {
  /** Media of this server by their name in addresses: `internal:<name>/<path>`. */
  internal: Readonly<Record<string, InternalMedia>>;
  /** Determines the duration of a source in seconds; called under a trial when the token does not contain it. */
  durationOf?: (source: StreamSource) => Promise<number | undefined>;
  /** Called with the item whose upstream could not be reached. */
  onUpstreamFailure?: (itemKey: ItemKey) => void;
}

/** What creating the gateway needs; `GatewayRoutesNeeds` is given later, with its routes. */
export interface GatewayNeeds {
  /** 32 random bytes, the same for all processes of an installation. */
  sealingKey: Uint8Array;
  grants: StreamGrants;
  /** `true`: upstreams may have any address; otherwise the networks that are allowed besides the public internet. */
  allowPrivate: boolean | readonly string[];
  log: Log;
  /**
   * Opens the listener that programs reach loopback addresses on; by default it listens on this machine's own loopback.
   */
  openListener?: OpenListener | undefined;
  clock?: Clock;
  /** How many seconds an issued path is valid; by default 12 hours. */
  ttlSeconds?: number;
  /** Overrides for the default time limits. */
  timing?: Partial<StreamTiming>;
  /** Resolves host names; by default the system's resolver. */
  resolve?: ResolveHost;
}

const defaultTtlSeconds = 12 * 3_600;

/** Creates the gateway. @throws Error for a key of another length or a network that cannot be parsed */
export function gatewayFeature(needs: GatewayNeeds): Gateway {
  const { grants, log, clock = systemClock, ttlSeconds = defaultTtlSeconds } = needs;
  const timing = { ...streamTiming, ...needs.timing };
  const sealer = createStreamSealer(needs.sealingKey);
  const running = createRunningStreams(grants, timing, log);
  const upstream = createUpstream({
    mayConnect: createAddressFilter(needs.allowPrivate),
    timing,
    resolve: needs.resolve,
  });
  const playlists = createPlaylists(sealer, clock);
  const loopbacks = createLoopbackAddresses({ upstream, timing, openListener: needs.openListener }, log);

  return {
    routes: (app, given) =>
      serveGateway(app, {
        sealer,
        grants,
        running,
        playlists,
        upstream,
        clock,
        timing,
        ...given,
      }),
    issue(source, grant) {
      const nowSeconds = Math.floor(clock.now().getTime() / 1_000);
      const sealed: SealedStream = {
        role: 'source',
        streamKind: source.streamKind,
        address: readSourceAddress(source.address),
        userAgent: readHeaderValue(source.userAgent),
        referrer: readHeaderValue(source.referrer),
        grant: { ...grant, isTrial: grant.isTrial === true, issuedAtSeconds: nowSeconds },
        durationSeconds: source.durationSeconds ?? null,
        expiresAtSeconds: nowSeconds + ttlSeconds,
      };
      return { url: streamPath(sealer.seal(sealed), sealed), streamKind: source.streamKind };
    },
    end: running.end,
    download: (address, limits) => download(upstream, address, limits),
    readPart: (source, part) => readPart(upstream, source, part),
    openLoopback: loopbacks.open,
    isBusy: running.isAny,
    async [Symbol.asyncDispose]() {
      running.endAll();
      running[Symbol.dispose]();
      await loopbacks[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    },
  };
}

/** Keeps the printable ASCII characters of a header value: a line break would end the header or inject another one. */
function readHeaderValue(value: string | null): string | null {
  const printable = value?.replace(/[^\u0020-\u007e]/g, '').trim();
  return printable === undefined || printable === '' ? null : printable;
}
