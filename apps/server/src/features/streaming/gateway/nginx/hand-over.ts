/*
 * Hands the delivery of bytes over to the operator's nginx, after all checks of the gateway. nginx is told by the header
 * `X-Accel-Redirect` which of its internal locations delivers; clients never get this header.
 *
 * - A segment of HLS comes from nginx's cache, whose key is a hash of the request to the provider. nginx requests a segment that
 *   is not in its cache from the gateway, once for all viewers, with the address of the first one. So nginx never connects to the
 *   provider of a segment.
 * - A film is requested by nginx from the provider, in parts of a few megabytes. For each of them the gateway is asked
 *   where to connect, so it checks each part like a request of its own, and the right to a film can end while it plays.
 */
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RunningStream } from '../delivery/running-streams.ts';
import { contentKey } from '../shared/content-key.ts';
import type { SharedUpstreams, SharingParts } from '../shared/shared-upstreams.ts';
import { readRange } from '../stream/media-headers.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';
import { defaultUserAgent } from '../upstream/upstream.ts';
import { isFilm, type FilmOrigin, type FilmOrigins } from './film-origins.ts';
import {
  createReadStep,
  filmLocation,
  originLocation,
  segmentLocation,
  type NginxStep,
} from './nginx-step.ts';
import { ageBy, atMost } from '../../../../platform/at-most.ts';

/** A request that has passed all checks of the gateway, and that nginx may answer. */
export interface DeliveryRequest {
  /** Names the request of one viewer for one segment. */
  key: string;
  sealed: SealedStream;
  stream: RunningStream;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface NginxDelivery {
  /** Lets nginx answer a request. @returns whether it does; if not, the gateway has to answer */
  handOver(asked: DeliveryRequest): Promise<boolean>;
  /** Lets nginx keep the segment that the gateway is about to send, if nginx has requested it. */
  letKeep(asked: DeliveryRequest, answer: Pick<UpstreamAnswer, 'status'>): void;
}

const fillsMax = 10_000;
/** How soon nginx requests a segment for the same viewer again only because it could not keep it, in ms. */
const keptAtLeastMs = 10_000;
/** How long the gateway delivers segments itself after nginx could not keep one: its disk may be full, in ms. */
const pauseMs = 30_000;

/**
 * @param parts - with what the gateway opens the streams that nginx may deliver
 * @param secret - the secret that nginx sends with its requests; without one nothing is handed over
 */
export function createNginxDelivery(
  parts: SharingParts & { shared: SharedUpstreams },
  films: FilmOrigins,
  secret: string | undefined,
): NginxDelivery {
  const readStep = createReadStep(secret);
  /** The requests that nginx has made for viewers to fill its cache. */
  const fills = new LRUCache<string, true>({
    ...atMost(fillsMax),
    ttl: keptAtLeastMs,
    ...ageBy(parts.timing.clock),
  });
  let pausedUntil = 0;

  function handOverSegment({ sealed, reply }: DeliveryRequest): boolean {
    if (parts.timing.clock.steadyMs() < pausedUntil) return false;
    if (parts.shared.keptSeconds(parts, sealed) === undefined) return false;
    parts.shared.noteViewer(parts, sealed);
    redirect(reply, segmentLocation + hash('sha256', contentKey(sealed), 'hex'));
    return true;
  }

  async function handOverFilm(asked: DeliveryRequest, step: NginxStep): Promise<boolean> {
    const { sealed, stream, request, reply } = asked;
    if (step === 'alone') films.avoid(sealed);
    if (step !== 'offer' && step !== 'slice') return false;
    const { range } = readRange(request.headers);
    if (step === 'slice' && range === undefined) return false;
    const origin = await films.find(parts, sealed, stream);
    const headers = origin && originHeaders(origin, sealed);
    // Another version of the film may have been handed over meanwhile.
    if (origin === undefined || headers === undefined || stream.signal.aborted || reply.sent) return false;
    // The gateway answers a range behind the end, because the provider's own sentence may name the provider.
    if (range !== undefined && firstByte(range) >= origin.sizeBytes) return false;
    reply.type(origin.contentType);
    if (step === 'slice') reply.headers(headers);
    redirect(reply, step === 'offer' ? filmLocation : originLocation);
    return true;
  }

  return {
    async handOver(asked) {
      const { sealed, request } = asked;
      const step = readStep(request);
      if (step === undefined || request.method !== 'GET') return false;
      if (isSegment(sealed)) {
        return step === 'offer' && request.headers.range === undefined && handOverSegment(asked);
      }
      return isFilm(sealed) && isFromBrowser(request) && handOverFilm(asked, step);
    },
    letKeep({ key, sealed, request, reply }, { status }) {
      if (readStep(request) !== 'fill' || !isSegment(sealed) || status !== 200) return;
      const seconds = parts.shared.keptSeconds(parts, sealed);
      if (seconds !== undefined) reply.header('x-accel-expires', String(seconds));
      if (fills.has(key)) pausedUntil = parts.timing.clock.steadyMs() + pauseMs;
      fills.set(key, true);
    },
  };
}

function redirect(reply: FastifyReply, location: string): void {
  void reply.header('x-accel-redirect', location).send();
}

/** The first byte of a range; 0 for the last bytes of a file. */
const firstByte = (range: string): number => Number(/^bytes=(\d+)/.exec(range)?.[1] ?? 0);

const isSegment = ({ role, streamKind, grant, slice = null }: SealedStream): boolean =>
  role === 'bytes' && streamKind === 'hls' && slice === null && !grant.isTrial && grant.isCast !== true;

/**
 * Whether a request comes from a browser. Players outside of a page would follow a playlist inside of what is said to be a
 * film, which only the gateway cuts; they do not send these headers.
 *
 * @see https://www.w3.org/TR/fetch-metadata/
 */
const isFromBrowser = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-mode'] !== undefined;

/**
 * Makes the headers by which nginx learns where and how to request a film; `undefined` when a value contains characters that
 * a header may not have.
 */
function originHeaders(
  { scheme, peer, host, name, path }: FilmOrigin,
  { userAgent, referrer, origin = null }: SealedStream,
): Record<string, string> | undefined {
  const headers = {
    'x-butaca-scheme': scheme,
    'x-butaca-peer': peer,
    'x-butaca-host': host,
    'x-butaca-name': name,
    'x-butaca-path': path,
    'x-butaca-agent': userAgent ?? defaultUserAgent,
    ...(referrer !== null && { 'x-butaca-referrer': referrer }),
    ...(origin !== null && { 'x-butaca-origin': origin }),
  };
  const isPrintable = Object.values(headers).every((value) => /^[\u0020-\u007e]+$/.test(value));
  return isPrintable ? headers : undefined;
}
