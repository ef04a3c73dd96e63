import type { Readable } from 'node:stream';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';

/**
 * What the gateway needs of accounts and channels; `wiring/` supplies it. Called on every request, so it has to be
 * cheap.
 */
export interface StreamGrants {
  /**
   * Checks whether a grant still permits delivery.
   *
   * @param occasion - `start`: delivery is about to begin or resume · `recheck`: delivery is running
   * @returns the error to answer with when delivery is not permitted
   */
  check(grant: StreamGrant, occasion: 'start' | 'recheck'): Promise<AppError | undefined>;
  /**
   * Reports that bytes are being delivered; called every few seconds for each stream.
   *
   * @returns `lapsed` when delivery paused for so long that the grant has to be checked as at a start
   */
  renew(grant: StreamGrant): 'lapsed' | undefined;
  /**
   * Charges a part of the media to the daily trial, and waits when the client is too far ahead of playback.
   *
   * @param signal - aborts when the client has disconnected
   * @throws AppError `trial.spent`
   */
  charge(grant: StreamGrant, part: MediaPart, signal: AbortSignal): Promise<void>;
}

/** A part of the media, in seconds from its beginning. */
export interface MediaPart {
  fromSeconds: number;
  toSeconds: number;
}

/** A range of a file's bytes; the last byte is included. */
export interface ByteSlice {
  fromByte: number;
  toByte: number;
}

/** A request for media of this server; the requester's permission has been checked already. */
export interface InternalRequest {
  grant: StreamGrant;
  range: string | undefined;
  /** Aborts when the client has disconnected or its grant has ended. */
  signal: AbortSignal;
}

/** Media of this server itself, addressed as `internal:<name>/<path>`; the address filter does not apply to them. */
export interface InternalMedia {
  /**
   * Opens the media at a path. @returns `undefined` when there are none @throws AppError when they are unavailable now
   */
  open(
    path: string,
    asked: InternalRequest,
  ): Promise<
    { status: number; headers: Record<string, string>; body: Readable | Buffer | string } | undefined
  >;
}

/** Limits on the ways in which an upstream or a client can hang. Milliseconds unless the name says otherwise. */
export interface StreamTiming {
  /** The longest time from the request to the first bytes of the final answer, redirects included. */
  answerWithinMs: number;
  /** The longest time from the request to the last byte of a playlist. */
  playlistWithinMs: number;
  /** How long an upstream may send nothing while it is being read. */
  idleMs: number;
  /** How often a stream that delivers bytes calls `renew`. */
  renewMs: number;
  /** How often the grants of running streams are checked again. */
  recheckMs: number;
  /** An upstream that sends less than `paceBytes` in a window of this length is cut. */
  paceWindowMs: number;
  paceBytes: number;
  /**
   * How long a client may receive nothing before its stream is closed; a paused film later resumes with a range
   * request.
   */
  stalledClientMs: number;
}

export const streamTiming: StreamTiming = {
  answerWithinMs: 10_000,
  playlistWithinMs: 14_000,
  idleMs: 15_000,
  renewMs: 5_000,
  recheckMs: 5_000,
  paceWindowMs: 15_000,
  paceBytes: 4_096,
  stalledClientMs: 300_000,
};
