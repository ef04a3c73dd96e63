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

/** Brings the bytes of streams to clients without telling them where they come from. */
export interface Gateway extends AsyncDisposable {
  routes(app: FastifyInstance, given: GatewayRoutesNeeds): void;
  /** A playable path for a source, from the origin's root, good for the grant's holder until it expires. */
  issue(source: StreamSource, grant: NewStreamGrant): { url: string; streamKind: StreamKind };
  /** Cuts at once what is being delivered under grants that have ended. */
  end(hasEnded: (grant: StreamGrant) => boolean): void;
  /**
   * A whole file from an address of the catalogue, through the same address filter as streams.
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout`
   */
  download(address: string, limits: DownloadLimits): Promise<Buffer>;
  /**
   * Some bytes of a source, through the same address filter.
   *
   * @throws AppError `upstream.unreachable`, `upstream.refused` or `upstream.timeout`
   */
  readPart(source: StreamSource, part: PartRequest): Promise<Uint8Array<ArrayBuffer>>;
  /** An address at which a program of this machine may fetch a source until `end` is called. */
  openLoopback(source: StreamSource): Promise<LoopbackAddress>;
  /** Whether anything is being delivered now. */
  isBusy(): boolean;
}

/** What the routes need of features that need the gateway themselves. */
export interface GatewayRoutesNeeds {
  /** By the name that addresses give: `internal:<name>/<path>`. */
  internal: Readonly<Record<string, InternalMedia>>;
  /** How long a source plays, in seconds; asked under a trial where the grant does not tell. */
  durationOf?: (source: StreamSource) => Promise<number | undefined>;
  /** Told the item whose upstream could not be reached. */
  onUpstreamFailure?: (itemKey: ItemKey) => void;
}

/** What the gateway is created with; the rest is given with its routes. */
export interface GatewayNeeds {
  /** 32 random bytes, the same for every process of an installation. */
  sealingKey: Uint8Array;
  grants: StreamGrants;
  /** `true`: upstreams may be at any address; else the networks allowed besides the public internet. */
  allowPrivate: boolean | readonly string[];
  log: Log;
  /** Where programs can connect to loopback addresses; this machine's own loopback unless given. */
  openListener?: OpenListener | undefined;
  clock?: Clock;
  /** How long an issued path is good; 12 hours unless given. */
  ttlSeconds?: number;
  /** Limits other than the usual. */
  timing?: Partial<StreamTiming>;
  /** Resolves host names other than by the system. */
  resolve?: ResolveHost;
}

const defaultTtlSeconds = 12 * 3_600;

/** @throws Error for a key of another length or a network that cannot be read */
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

/** Keeps the printable part of a header value; line breaks would end the header or add another one. */
function readHeaderValue(value: string | null): string | null {
  const printable = value?.replace(/[^\u0020-\u007e]/g, '').trim();
  return printable === undefined || printable === '' ? null : printable;
}
