import { readItemKey, type ItemKey } from '@butaca/contract';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { AppError } from '../../../platform/http/app-error.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { withDeadline } from '../../../platform/async/deadline.ts';
import { isPlaylistType, readRange } from './stream/media-headers.ts';
import { fillGaps } from './manifests/manifest-segments.ts';
import { isPlaylist } from './playlists/playlist.ts';
import { createCastMeter, isCastFilm, tellCastSegment, type CastListener } from './delivery/cast-meter.ts';
import type { Failover } from './failover/channel-sources.ts';
import { answerToCut, type RunningStream, type RunningStreams } from './delivery/running-streams.ts';
import { createPlaylistFetcher, type PlaylistFetcher } from './delivery/fetch-playlist.ts';
import { passGate, type GatedUpstream } from './delivery/gated-stream.ts';
import { isEndless } from './delivery/endless-answer.ts';
import { providerFull } from './delivery/provider-full.ts';
import { playlistMark } from './delivery/byte-cut.ts';
import { refuseBytes } from './delivery/refuse-bytes.ts';
import { holdOpening } from './delivery/hold-opening.ts';
import type { OpeningPlace } from './delivery/media-opening.ts';
import { sendBytes } from './delivery/send-bytes.ts';
import { cutSlice, sliceRange } from './delivery/slice.ts';
import {
  openInternal,
  readInternalText,
  sendInternal,
  type InternalAnswer,
} from './delivery/send-internal.ts';
import { sendPlaylist, type Playlists } from './delivery/send-playlist.ts';
import { createTrackKeeper } from './delivery/track-keeper.ts';
import { upstreamRequest } from './delivery/child-stream.ts';
import { readInternalAddress, readPresentQuery } from './stream/stream-address.ts';
import type { InternalMedia, StreamGrants, StreamTiming, TitlesFor } from './stream/stream.ts';
import type { StreamGrant } from '../../../shared/stream/stream-grant.ts';
import type { StreamRequester } from './stream/stream-holder.ts';
import type { SealedStream, StreamSealer } from './stream/token.ts';
import type { NginxDelivery } from './nginx/hand-over.ts';
import type { SharedUpstreams } from './shared/shared-upstreams.ts';
import { createTrialGate, payForSegment } from './delivery/trial-gate.ts';
import { ProviderFullError } from './upstream/provider-slots.ts';
import { readUpstreamError } from './upstream/upstream-error.ts';
import type { UpstreamAnswer } from './upstream/upstream-exchange.ts';

export interface GatewayParts extends GatedUpstream {
  /** What the viewers of channels share. */
  shared: SharedUpstreams;
  failover: Failover;
  sealer: StreamSealer;
  grants: StreamGrants;
  running: RunningStreams;
  playlists: Playlists;
  internal: Readonly<Record<string, InternalMedia>>;
  /** Lets the operator's nginx deliver bytes; absent where programs of this machine are the clients. */
  nginx?: NginxDelivery;
  /** Whether the address of a stream has expired. */
  hasExpired(stream: SealedStream): boolean | Promise<boolean>;
  /** Whether a request comes from the client to which the address of a stream was issued. */
  isHolder(request: StreamRequester, grant: StreamGrant): boolean;
  /** Whether a request comes from the browser to which the address of a stream was issued. */
  isOwnBrowser(request: StreamRequester, grant: StreamGrant): boolean;
  timing: StreamTiming;
  /** @param left - aborts when the viewer has left */
  durationOf?: (source: StreamSource, left: AbortSignal) => Promise<number | undefined>;
  onUpstreamFailure?: (itemKey: ItemKey, code: string) => void;
  onDelivery?: (itemKey: ItemKey) => void;
  onCast?: CastListener | undefined;
  /**
   * Bytes before which every body that is sent as media is cut. Set where ffmpeg is the client: `#EXTM3U`, by which
   * ffmpeg would take the body for a playlist and request the URLs in it.
   */
  forbidden?: Buffer;
  /** Whether the tracks of a channel in MPEG-TS are kept the same. Set where ffmpeg is the client. */
  hasSteadyTracks?: boolean;
  /** Called whenever a stream is about to be delivered. */
  onPlay?: () => void;
  /** Returns the titles of items, without those that the person of a grant may not see. */
  titlesFor?: TitlesFor | undefined;
  /** Gets what upstreams answer to requests for streams; called before anything is sent to the client. */
  observer?: UpstreamObserver;
}

/** What an upstream's answer with bytes shows of the stream's source. */
export interface SourceAnswer {
  /** Whether the upstream sent the whole file where a part of it was asked for. */
  isRangeIgnored: boolean;
  /** Whether the source is a file with an end, because the upstream announced its length. */
  hasEnd: boolean;
  /** The size of the whole file; `undefined` where the upstream did not state it. */
  sizeBytes: number | undefined;
}

/** Gets what the upstream of a stream answers; the stream is named by its grant (permission). */
export interface UpstreamObserver {
  /** The upstream has begun to answer with the bytes that were asked for. */
  answered(grant: StreamGrant, answer: SourceAnswer): void;
  failed(grant: StreamGrant, error: AppError): void;
}

const lateSourcesMax = 1_000;
/**
 * For how long, in ms, a source whose server did not answer in time is not asked again: shorter than it takes a person to
 * try again, longer than players wait before they repeat a request.
 */
const lateKeptMs = 1_500;

interface StreamRoute {
  Params: { token: string; '*': string };
}

/**
 * Serves `/api/stream/<token>/…`, the streams that tokens name. Nothing is sent before the token and the permission
 * (grant) encrypted in it have been checked.
 */
export function serveGateway(app: FastifyInstance, parts: GatewayParts): void {
  const fetcher = createPlaylistFetcher(parts);
  // Players repeat a request that failed, and ask again to learn why it failed.
  const lateSources = new LRUCache<string, AppError>({ max: lateSourcesMax, ttl: lateKeptMs });
  // Running streams are ended before the server closes, because closing waits for open connections.
  app.addHook('preClose', async () => parts.running.endAll());
  app.route<StreamRoute>({
    method: ['GET', 'HEAD'],
    url: '/api/stream/:token/*',
    config: { access: 'stream-token' },
    // On the route that delivers streams, failures are logged but requests are not: the URLs of streams are secrets.
    logLevel: 'warn',
    async handler(request, reply) {
      const { key, sealed } = await openStream(parts, request);
      // The player has disconnected while another server's use of the address was looked up.
      if (reply.raw.destroyed) return reply.hijack();
      if (!parts.isHolder(request, sealed.grant)) {
        throw logRefusal(request, new AppError('stream.elsewhere'), sealed.grant);
      }
      if (sealed.grant.isCast === true) openToTelevisions(reply);
      // The stream is registered before the permission to receive it (its grant) is checked, so that a permission that
      // ends during the check cuts the stream.
      const isByPage = sealed.grant.isCast === true && parts.isOwnBrowser(request, sealed.grant);
      // A browser reads the address for a television before the person has chosen one. It then plays nothing there, so the
      // lease stays with the page, and nothing is told of what a television has played.
      const grant = isByPage ? { ...sealed.grant, isCast: false } : sealed.grant;
      const stream = parts.running.open(grant, isContinuous(sealed));
      reply.raw.once('close', stream.close);
      try {
        const refusal = await parts.grants.check(grant, 'start');
        if (refusal !== undefined) throw logRefusal(request, refusal, sealed.grant);
        parts.onPlay?.();
        const late = lateSources.get(key);
        if (late !== undefined) throw late;
        const answering = isByPage ? { ...parts, onCast: undefined } : parts;
        await answerStream({ parts: answering, fetcher, key, sealed, stream, request, reply });
        return reply;
      } catch (error) {
        stream.close();
        const cut = stream.cutReason();
        if (cut !== undefined) throw answerToCut(cut);
        // The player has disconnected, so no answer can be sent.
        if (reply.raw.destroyed) return reply.hijack();
        if (error instanceof AppError && /^(?:upstream|segment)\./.test(error.code)) {
          const isLate = sealed.role === 'source' && error.code === 'upstream.timeout';
          if (isLate && !lateSources.has(key)) lateSources.set(key, error);
          parts.observer?.failed(sealed.grant, error);
          // A provider that was not asked has not failed.
          if (error.code !== 'upstream.full') parts.onUpstreamFailure?.(sealed.grant.itemKey, error.code);
        }
        throw error;
      }
    },
  });
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

/** Whether a stream is delivered for as long as somebody watches: a channel that is not cut into segments. */
const isContinuous = ({ role, streamKind, grant }: SealedStream): boolean =>
  role === 'source' &&
  (streamKind === 'ts' || (streamKind === 'file' && readItemKey(grant.itemKey)?.kind === 'channel'));

/**
 * Logs who is refused a stream and why. The address of the stream is secret and not logged.
 *
 * @param grant - whose permission was refused; `undefined` for a token that could not be opened
 * @returns the refusal
 */
function logRefusal({ log, ip }: FastifyRequest, refusal: AppError, grant?: StreamGrant): AppError {
  const { accountId, itemKey } = grant ?? {};
  log.warn({ accountId, itemKey, ip, code: refusal.code }, 'stream refused');
  return refusal;
}

interface OpenedStream {
  /** The key under which the playlist of the stream is cached. */
  key: string;
  sealed: SealedStream;
}

/** Opens the stream of a request. @throws AppError `stream.invalid` or `stream.expired`, and logs it */
async function openStream(parts: GatewayParts, request: FastifyRequest<StreamRoute>): Promise<OpenedStream> {
  try {
    return await openParts(parts, request);
  } catch (error) {
    throw error instanceof AppError ? logRefusal(request, error) : error;
  }
}

/** Opens the token of a request, and the present address of a segment if the request has one. */
async function openParts(
  parts: GatewayParts,
  { params, query }: FastifyRequest<StreamRoute>,
): Promise<OpenedStream> {
  const { token } = params;
  const sealed = await openToken(parts, token);
  const present = readPresentQuery(query);
  if (present === undefined) return { key: token, sealed: fillTemplate(sealed, params['*']) };
  const address = parts.sealer.openAddress(present, token);
  if (address === undefined) throw new AppError('stream.invalid');
  return { key: `${token} ${present}`, sealed: { ...sealed, address } };
}

async function openToken({ sealer, hasExpired }: GatewayParts, token: string): Promise<SealedStream> {
  const sealed = sealer.open(token);
  if (sealed === undefined) throw new AppError('stream.invalid');
  if (await hasExpired(sealed)) throw new AppError('stream.expired');
  return sealed;
}

/**
 * Fills the gaps of a DASH template (an address with gaps for a number or a time) from the request path, which turns
 * the template into the address of a segment.
 */
function fillTemplate(sealed: SealedStream, fileName: string): SealedStream {
  if (sealed.role !== 'template') return sealed;
  const address = fillGaps(sealed.address, fileName);
  if (address === undefined) throw new AppError('stream.invalid');
  return { ...sealed, role: 'bytes', address };
}

interface StreamRequest {
  parts: GatewayParts;
  fetcher: PlaylistFetcher;
  /** The key under which the playlist of this stream is cached. */
  key: string;
  sealed: SealedStream;
  stream: RunningStream;
  request: FastifyRequest;
  reply: FastifyReply;
}

async function answerStream(asked: StreamRequest): Promise<unknown> {
  const { parts, key, sealed, stream, request, reply } = asked;
  const kept = parts.playlists.findKept(key);
  if (kept !== undefined) return sendPlaylist(reply, kept);

  const internal = readInternalAddress(sealed.address);
  const isNamedPlaylist =
    sealed.role === 'playlist' ||
    (sealed.role === 'source' && (sealed.streamKind === 'hls' || sealed.streamKind === 'dash'));
  if (internal !== undefined) {
    const { range } = readRange(request.headers);
    const asker = { grant: sealed.grant, range, signal: stream.signal };
    const answer = await openInternal(parts.internal, internal, asker);
    if (!isNamedPlaylist && !isPlaylistType(answer.headers['content-type'])) {
      await payForInternal(asked, answer);
      parts.onDelivery?.(sealed.grant.itemKey);
      return sendInternal(answer, stream, reply, parts.timing);
    }
    const found = { address: sealed.address, text: await readInternalText(answer) };
    return sendPlaylist(reply, await parts.playlists.rewrite(key, sealed, found, stream.signal));
  }
  if (!/^https?:/i.test(sealed.address)) throw new AppError('upstream.refused');
  try {
    return await (isNamedPlaylist ? answerPlaylist(asked) : answerBytes(asked));
  } catch (error) {
    if (error instanceof ProviderFullError) throw await tellFull(parts, error, sealed.grant);
    throw readUpstreamError(error);
  }
}

/** Says that the provider has no connection left, and what plays. */
async function tellFull(
  { titlesFor }: GatewayParts,
  error: ProviderFullError,
  grant: StreamGrant,
): Promise<AppError> {
  return providerFull(error, (await titlesFor?.(error.playing, grant)) ?? []);
}

/**
 * Charges media of this server (a converted film, the demo) to a free trial before they are sent. When the charge is
 * refused, the body of the answer is closed unsent.
 */
async function payForInternal(
  { parts, sealed, stream }: StreamRequest,
  answer: InternalAnswer,
): Promise<void> {
  try {
    // A channel without an end is in no free trial, and nothing would charge its bytes.
    if (sealed.grant.isTrial && isContinuous(sealed)) throw new AppError('stream.forbidden');
    await payForSegment(parts.grants, sealed, answer.headers['content-type'], stream.signal);
    tellCastSegment(parts.onCast, sealed, answer.headers['content-type']);
  } catch (error) {
    if (answer.body instanceof Readable) answer.body.destroy();
    throw error;
  }
}

/**
 * Rewrites a playlist and sends it to the player. @param opened - an answer of the upstream that holds the whole
 * playlist; without it, the upstream is asked
 */
function answerPlaylist(
  { parts, fetcher, key, sealed, stream, reply }: StreamRequest,
  opened?: UpstreamAnswer,
): Promise<unknown> {
  return withDeadline(stream.signal, parts.timing.playlistWithinMs, async (signal) => {
    const wanted = { key, sealed, stream, opened };
    const found = await parts.shared.fetchPlaylist({ ...parts, fetcher }, wanted, signal);
    return sendPlaylist(reply, await parts.playlists.rewrite(key, sealed, found, signal));
  });
}

/**
 * Turns a 206 answer of an upstream that holds the whole resource into a 200 answer; returns `undefined` when the
 * answer holds only a part.
 */
function asWhole(answer: UpstreamAnswer, method: string): UpstreamAnswer | undefined {
  if (method !== 'GET') return undefined;
  if (answer.status === 200) return answer;
  const range = /^bytes 0-(\d+)\/(\d+)$/.exec(answer.headers['content-range'] ?? '');
  const isWhole = answer.status === 206 && range !== null && Number(range[1]) + 1 === Number(range[2]);
  return isWhole ? { ...answer, status: 200 } : undefined;
}

async function answerBytes(asked: StreamRequest): Promise<unknown> {
  const { parts, stream, request, reply } = asked;
  if ((await parts.nginx?.handOver(asked)) === true) return parts.onDelivery?.(asked.sealed.grant.itemKey);
  const sealed = await withDuration(asked);
  const slice = sealed.slice ?? undefined;
  const range = slice === undefined ? readRange(request.headers) : sliceRange(slice);
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  const kind = sealed.role === 'source' && method === 'GET' ? 'transfer' : 'request';
  const shared = await parts.shared.open(parts, { sealed, stream, method, ...range });
  const found = shared ?? (await askAlone(asked, { sealed, kind, method, ...range }));
  let answer = slice === undefined ? found : cutSlice(found, slice, method);
  if (isPlaylistType(answer.headers['content-type']) || isPlaylist(answer.head)) {
    // What was requested as a file turned out to be a playlist, which is needed as a whole. Many providers allow one
    // connection only, so if the answer holds the whole playlist, that answer is used; a partial answer is dropped and
    // the playlist is requested again.
    const whole = slice === undefined ? asWhole(answer, method) : undefined;
    if (whole === undefined) answer.abort();
    return answerPlaylist(asked, whole);
  }
  const refusal = refuseBytes(answer, sealed, range.range !== undefined);
  if (refusal !== undefined) {
    answer.abort();
    throw refusal;
  }
  const hasBody = method !== 'HEAD' && answer.status !== 416;
  if (hasBody && sealed.role === 'source') {
    const wait = { signal: stream.signal, withinMs: parts.timing.answerWithinMs };
    answer = await holdOpening(answer, placeOf(answer, range.range), wait);
  }
  parts.onDelivery?.(sealed.grant.itemKey);
  parts.observer?.answered(sealed.grant, {
    isRangeIgnored: isRangeIgnored(answer, range.range),
    hasEnd: sealed.role === 'source' && announcesLength(answer),
    sizeBytes: statedSize(answer),
  });
  const gate = hasBody ? createTrialGate(parts.grants, sealed, answer, stream.signal) : undefined;
  try {
    if (hasBody) await payForSegment(parts.grants, sealed, answer.headers['content-type'], stream.signal);
    if (gate !== undefined && gate.paidBytes() <= 0) await gate.pay();
  } catch (error) {
    answer.abort();
    throw error;
  }
  if (hasBody) tellCastSegment(parts.onCast, sealed, answer.headers['content-type']);
  const meter = createCastMeter(parts.onCast, sealed, answer);
  // A part of a file does not begin with the tables that name its tracks.
  const isSteady = parts.hasSteadyTracks === true && sealed.streamKind === 'ts' && answer.status === 200;
  const tracks = isSteady && kind === 'transfer' ? createTrackKeeper() : undefined;
  // A player outside of the page, such as mpv, would follow a playlist inside of what is said to be a film to any host.
  const forbidden = parts.forbidden ?? (sealed.role === 'source' ? playlistMark : undefined);
  parts.nginx?.letKeep(asked, answer);
  const hasNullPackets = kind === 'transfer' && sealed.streamKind === 'ts' && isEndless(answer);
  sendBytes(answer, stream, reply, parts.timing, { gate, meter, tracks, forbidden, hasNullPackets });
  return undefined;
}

/** Returns where a body stands in its file, as the request and the answer say; an upstream may lie about it. */
function placeOf({ status, headers }: UpstreamAnswer, range: string | undefined): OpeningPlace {
  const [, from = '0', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  const [, first = '0', last = '', size = ''] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '') ?? [];
  const isBeginning = status === 200 || Number(first) === 0 || (from !== '' && Number(from) === 0);
  const isEndOfFile = !isBeginning && Number(last) + 1 === Number(size);
  return { isBeginning, mayBeShort: to !== '' || isEndOfFile };
}

/** Asks the upstream for one viewer alone. */
function askAlone(
  { parts, stream }: StreamRequest,
  wanted: {
    sealed: SealedStream;
    kind: 'transfer' | 'request';
    method: 'GET' | 'HEAD';
    range?: string;
    ifRange?: string;
  },
): Promise<UpstreamAnswer> {
  const { sealed, kind, ...request } = wanted;
  const ask = passGate(parts, sealed, stream, kind);
  return ask({ ...upstreamRequest(sealed), ...request }, stream.signal);
}

function sourceOf(stream: SealedStream): StreamSource {
  const { address, streamKind, userAgent, referrer, origin = null, cookies = null } = stream;
  return { address, streamKind, userAgent, referrer, origin, cookies };
}

/** Whether an upstream sends a whole file where a part of it was asked for, and does not offer parts of it. */
const isRangeIgnored = ({ status, headers }: UpstreamAnswer, range: string | undefined): boolean =>
  range !== undefined && status === 200 && headers['accept-ranges'] !== 'bytes';

const announcesLength = ({ headers }: UpstreamAnswer): boolean =>
  headers['content-length'] !== undefined || /\/\d+$/.test(headers['content-range'] ?? '');

/** The size of a whole file, as the answer with the file or with a part of it states it. */
function statedSize({ status, headers }: UpstreamAnswer): number | undefined {
  const stated = status === 200 ? `/${headers['content-length'] ?? ''}` : headers['content-range'];
  const [, size] = /\/(\d{1,15})$/.exec(stated ?? '') ?? [];
  return size === undefined ? undefined : Number(size);
}

/**
 * Adds to a stream the duration of its file where bytes are counted as seconds: under a free trial, and for a television.
 */
async function withDuration({ parts, sealed, request, stream }: StreamRequest): Promise<SealedStream> {
  const { grant, role, streamKind, durationSeconds } = sealed;
  const isCounted = grant.isTrial || isCastFilm(grant);
  const isAsked = isCounted && (role === 'source' || role === 'file') && request.method !== 'HEAD';
  if (!isAsked || (typeof durationSeconds === 'number' && durationSeconds > 0)) return sealed;
  // An address that a manifest names with the role `file` is the media file of a track, not another manifest.
  const kind = role === 'file' ? 'file' : streamKind;
  const found = await parts.durationOf?.({ ...sourceOf(sealed), streamKind: kind }, stream.signal);
  return { ...sealed, durationSeconds: found ?? null };
}
