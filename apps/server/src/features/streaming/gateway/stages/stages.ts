/*
 * Every request for a stream passes the same stages, in this order:
 *
 *   open     which stream is asked for, whether the asker may receive it, and the answer with its media
 *   reject   answers that must not be passed on; how a failure is told
 *   pay      what is charged or counted: before anything is sent, and while bytes are sent
 *   filter   what is taken out of the bytes, or added to them
 *   send     who sends them
 *
 * What a stage does depends on who asks, and on nothing else: `for-viewer.ts` and `for-program.ts` make an object of stages
 * each, put together from functions that any asker can use (`open-request.ts`, `open-answer.ts`, `require-media.ts`,
 * `charge-media.ts`, `send-media.ts`). `pass-stages.ts` leads a request through the stages and knows no asker. A further kind of asker is
 * one more such object, and a route that gives it its requests.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import type { CastMeter } from '../delivery/cast-meter.ts';
import type { RunningStream } from '../delivery/running-streams.ts';
import type { InternalAnswer } from '../delivery/send-internal.ts';
import type { TrackKeeper } from '../delivery/track-keeper.ts';
import type { TrialGate } from '../delivery/trial-gate.ts';
import type { SealedStream } from '../stream/token.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** A request for a stream, from the moment at which it is known which stream it is for. */
export interface StreamRequest {
  /** Names what is requested in its play session: the key under which the playlist of the stream is cached. */
  key: string;
  sealed: SealedStream;
  /** The segment of a live playlist that is asked for by its name; absent for anything else. */
  buffered?: BufferedRequest | undefined;
  stream: RunningStream;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** A request for a part of a live playlist by its name. */
export interface BufferedRequest {
  name: string;
  /** The playlist, as its viewer asks for it. */
  list: SealedStream;
  /** Whether the provider still offers it. */
  isLive: boolean;
}

/** What has to be known of a request for a stream to open a playlist. */
export type PlaylistRequest = Pick<StreamRequest, 'key' | 'sealed' | 'stream'> & {
  request: Pick<FastifyRequest, 'headers'>;
};

/** A playlist or manifest whose addresses have been rewritten to ones of this server. */
interface OpenedPlaylist {
  form: 'playlist';
  text: string;
}

/** Media of this server itself (a converted film, the demo). */
export interface OpenedOwn {
  form: 'own';
  answer: InternalAnswer;
}

/** What an upstream has begun to answer with: a file, a part of one, or a channel without an end. */
export interface OpenedBytes {
  form: 'bytes';
  /** The stream of the request, with the duration of its file where that had to be found out. */
  sealed: SealedStream;
  answer: UpstreamAnswer;
  method: 'GET' | 'HEAD';
  kind: 'transfer' | 'request';
  /** The value of the header `Range` with which the upstream was asked. */
  range: string | undefined;
}

/** What `open` has found. `handed-over`: nginx answers the request, and nothing is left to do. */
export type Opened = OpenedPlaylist | OpenedOwn | OpenedBytes | { form: 'handed-over' };

/** What was opened and not refused, and the request for the version of the title that it is. */
export interface Accepted {
  asked: StreamRequest;
  opened: Opened;
}

/** How the bytes of an answer are charged and counted while they are sent; `undefined` where they are not. */
export interface Payment {
  gate: TrialGate | undefined;
  meter: CastMeter | undefined;
}

/** What happens to the bytes of an answer on their way to the client. */
export interface Filters {
  /** Keeps the tracks of a channel in MPEG-TS the same; `undefined` where they are passed on as they come. */
  tracks: TrackKeeper | undefined;
  /** The body breaks off before the first occurrence of these bytes. */
  forbidden: Buffer | undefined;
  /** Whether silence of the body, which is MPEG-TS, is filled with null packets. */
  hasNullPackets: boolean;
}

export interface OpenStage<Request extends FastifyRequest> {
  /**
   * Finds out which stream a request is for, and adds it to the running streams, so that a permission that ends while it is
   * checked cuts the stream.
   *
   * @returns `undefined` when the client has left meanwhile
   * @throws AppError such as `stream.invalid`, which has been logged
   */
  request(request: Request, reply: FastifyReply): Promise<StreamRequest | undefined>;
  /**
   * Checks whether the asker may receive the stream now. @throws AppError such as `stream.forbidden`, which has been logged
   */
  permit(asked: StreamRequest): Promise<void>;
  /** Opens what is to be delivered. @throws AppError, or a failure of the request to the upstream */
  answer(asked: StreamRequest): Promise<Opened>;
  /**
   * Opens and accepts the first version of a title that answers. Without it, a request is opened as it is.
   *
   * @param accept - opens one version, and refuses what must not be passed on
   * @throws AppError, or the failure of the first version
   */
  version?(asked: StreamRequest, accept: (one: StreamRequest) => Promise<Accepted>): Promise<Accepted>;
}

export interface RejectStage {
  /**
   * Refuses what must not be passed on.
   *
   * @returns the same bytes, to be read as if nothing had been read from them
   * @throws AppError `upstream.…` or `segment.…`, or a failure of the upstream; the upstream's answer is closed then
   */
  bytes(asked: StreamRequest, opened: OpenedBytes): Promise<OpenedBytes>;
  /** Makes the error with which a request is answered from any failure of its upstream. */
  toError(error: unknown, grant: StreamGrant): Promise<AppError>;
  /** Tells those who count failures of upstreams that a request is about to be answered with one. */
  tell(error: AppError, grant: StreamGrant): void;
}

/** What the gateway does with the requests of one kind of asker. */
export interface Stages<Request extends FastifyRequest = FastifyRequest> {
  readonly open: OpenStage<Request>;
  readonly reject: RejectStage;
  /** Charges and counts what has to be paid before anything is sent. @throws AppError such as `trial.spent` */
  pay(asked: StreamRequest, opened: OpenedOwn | OpenedBytes): Promise<Payment>;
  filter(asked: StreamRequest, opened: OpenedBytes): Filters;
  /** Sends media that have been paid for, and charges, counts and changes their bytes meanwhile. */
  send(asked: StreamRequest, opened: OpenedOwn | OpenedBytes, through: Payment & Filters): void;
}
