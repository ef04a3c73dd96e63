import type { Readable } from 'node:stream';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';

/** What the gateway needs of accounts and channels; `wiring/` supplies it. Every request asks it, so it has to be cheap. */
export interface StreamGrants {
  /**
   * @param occasion - `start`: something is about to be delivered, or delivered again · `recheck`: it still is
   * @returns why it must not be delivered
   */
  check(grant: StreamGrant, occasion: 'start' | 'recheck'): Promise<AppError | undefined>;
  /**
   * Bytes are flowing; called every few seconds for each stream.
   *
   * @returns `lapsed` where none have for so long that its right to be delivered has to be asked for as at its start
   */
  renew(grant: StreamGrant): 'lapsed' | undefined;
  /**
   * Pays a part of the media out of the trial of the day, and waits where the client is too far ahead.
   *
   * @param signal - aborts when the client has left
   * @throws AppError `trial.spent`
   */
  charge(grant: StreamGrant, part: MediaPart, signal: AbortSignal): Promise<void>;
}

/** A part of the media, in seconds from its beginning. */
export interface MediaPart {
  fromSeconds: number;
  toSeconds: number;
}

/** A part of a file, in bytes, the last one included. */
export interface ByteSlice {
  fromByte: number;
  toByte: number;
}

/** Who asks for media of this server, after their right to it was checked. */
export interface InternalRequest {
  grant: StreamGrant;
  range: string | undefined;
  /** Aborts when the client has left, or has lost the right. */
  signal: AbortSignal;
}

/** Media of this server itself, addressed as `internal:<name>/<path>`; nothing of it crosses the address filter. */
export interface InternalMedia {
  /** @returns `undefined` when there is nothing at the path @throws AppError for what cannot be had now */
  open(
    path: string,
    asked: InternalRequest,
  ): Promise<
    { status: number; headers: Record<string, string>; body: Readable | Buffer | string } | undefined
  >;
}

/** Limits on the ways in which an upstream or a client can hang. Milliseconds unless the name says otherwise. */
export interface StreamTiming {
  /** From the request to the first bytes of the final answer, redirects included. */
  answerWithinMs: number;
  /** From the request to the last byte of a playlist. */
  playlistWithinMs: number;
  /** How long an upstream may send nothing while it is being read. */
  idleMs: number;
  /** How often a stream whose bytes flow says so. */
  renewMs: number;
  /** How often the grants of running streams are asked again. */
  recheckMs: number;
  /** An upstream that sends less than `paceBytes` in a window of this length is cut. */
  paceWindowMs: number;
  paceBytes: number;
  /** How long a client may take nothing; a paused film comes back with a range request. */
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
