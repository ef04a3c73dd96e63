import type { Readable } from 'node:stream';
import type { ItemKey } from '@butaca/contract';
import type { AppError } from '../../../../platform/http/app-error.ts';
import type { StreamGrant } from '../../../../shared/stream/stream-grant.ts';
import { systemClock, type Clock } from '../../../../platform/clock.ts';

/**
 * The checks of accounts, plans and channels that the stream gateway calls; `wiring/` supplies them. They are called on
 * every request for a stream, so they have to be cheap.
 */
export interface StreamGrants {
  /**
   * Checks whether a grant (the permission encrypted in a stream's address) still permits delivery.
   *
   * @param occasion - `start`: delivery is about to begin or resume · `recheck`: delivery is running
   * @returns the error to answer with when delivery is not permitted
   */
  check(grant: StreamGrant, occasion: 'start' | 'recheck'): Promise<AppError | undefined>;
  /**
   * Reports that bytes of a stream are being delivered; called every few seconds for each stream.
   *
   * @returns `lapsed` when delivery paused for so long that the grant (permission) has to be checked as at a start
   */
  renew(grant: StreamGrant): Promise<'lapsed' | undefined>;
  /**
   * Charges a part of a film to the person's daily free trial, and waits when the client is too far ahead of playback.
   *
   * @param signal - aborts when the client has disconnected
   * @throws AppError `trial.spent`
   */
  charge(grant: StreamGrant, part: MediaPart, signal: AbortSignal): Promise<void>;
}

/** Returns the titles of items, without those that the person of a grant may not see. */
export type TitlesFor = (itemKeys: readonly ItemKey[], grant: StreamGrant) => Promise<readonly string[]>;

/** A part of a film, in seconds from its beginning. */
export interface MediaPart {
  fromSeconds: number;
  toSeconds: number;
}

/** A range of a file's bytes; the last byte is included. */
export interface ByteSlice {
  fromByte: number;
  toByte: number;
}

/**
 * A request for media of this server (a converted film, the demo). The gateway has already checked that the person may
 * play them.
 */
export interface InternalRequest {
  grant: StreamGrant;
  range: string | undefined;
  /**
   * A signal that aborts when the player has disconnected or the permission to receive the stream (its grant) has
   * ended.
   */
  signal: AbortSignal;
}

/** Media of this server itself, addressed as `internal:<name>/<path>`; the address filter does not apply to them. */
export interface InternalMedia {
  /**
   * Opens media of this server at a path. @returns `undefined` when there are no media at that path @throws AppError
   * when they are unavailable now
   */
  open(
    path: string,
    asked: InternalRequest,
  ): Promise<
    { status: number; headers: Record<string, string>; body: Readable | Buffer | string } | undefined
  >;
}

/** Limits on the ways in which a stream's upstream or client can hang. Milliseconds unless the name says otherwise. */
export interface StreamTiming {
  /** The longest time from the request to an upstream until the first bytes of its final answer, redirects included. */
  answerWithinMs: number;
  /** The longest time from the request to an upstream until the last byte of a playlist. */
  playlistWithinMs: number;
  /** How long the answer with a stream's address waits for the playlists with which the stream begins. */
  firstPlaylistsWithinMs: number;
  /** How long playlists that were late for that answer are waited for until the player asks for them. */
  firstPlaylistsKeptMs: number;
  /** How long a live playlist without segments is requested again before the player gets an error. */
  emptyPlaylistWithinMs: number;
  /** The wait before a live playlist without segments is requested again. */
  emptyPlaylistPauseMs: number;
  /** How long an upstream may send nothing while the stream gateway reads from it. */
  idleMs: number;
  /** After how long without an answer the next source of a channel is opened beside the first one. */
  hedgeMs: number;
  /** After how long without an answer the next version of a film or chapter is opened beside the first one. */
  versionAfterMs: number;
  /**
   * How much longer than usual a source of a channel in MPEG-TS may send nothing before another source is opened beside it,
   * and before that one takes its place.
   */
  standbyMs: number;
  leaveMs: number;
  /** After how long without a packet of its tracks a channel in MPEG-TS goes on with the next source in any case. */
  silenceMs: number;
  /** How often a keyframe of a watched channel is judged. */
  pictureEveryMs: number;
  /** For how long no source is compared with another one after a comparison of their pictures. */
  pictureQuietMs: number;
  /** After how long a source of a channel counts as one that plays. */
  provenMs: number;
  /** How long another connection is waited for after the first one has failed; after each further one, twice as long. */
  reopenPauseMs: number;
  /** How long a channel is broken before its viewers get its end. */
  brokenWithinMs: number;
  /** How often a stream that delivers bytes renews the right of its device to play. */
  renewMs: number;
  /** How often the grants (permissions) of running streams are checked again. */
  recheckMs: number;
  /** The span of time in which an upstream must send at least `paceBytes`; a slower one is cut. */
  paceWindowMs: number;
  paceBytes: number;
  /**
   * How long a client may read nothing before its stream is closed; a film that was paused for longer resumes with a
   * range request.
   */
  stalledClientMs: number;
  clock: Clock;
}

export const streamTiming: StreamTiming = {
  answerWithinMs: 10_000,
  playlistWithinMs: 14_000,
  firstPlaylistsWithinMs: 500,
  firstPlaylistsKeptMs: 2_000,
  // Shorter than the ten seconds after which hls.js gives a request up.
  emptyPlaylistWithinMs: 8_000,
  emptyPlaylistPauseMs: 1_000,
  idleMs: 15_000,
  hedgeMs: 1_200,
  // hls.js gives a request up after ten seconds, within which another version has to answer.
  versionAfterMs: 4_000,
  standbyMs: 600,
  leaveMs: 1_100,
  silenceMs: 3_000,
  pictureEveryMs: 20_000,
  pictureQuietMs: 600_000,
  provenMs: 5_000,
  reopenPauseMs: 250,
  // Shorter than `paceWindowMs`, after which a stream is cut that gets nothing.
  brokenWithinMs: 12_000,
  renewMs: 5_000,
  recheckMs: 5_000,
  paceWindowMs: 15_000,
  paceBytes: 4_096,
  stalledClientMs: 300_000,
  clock: systemClock,
};

/**
 * The time limits of one of several servers, shorter than the seven seconds for which the nginx in front of them waits
 * (`deploy/nginx/butaca.conf`): what takes longer there is taken for a server that hangs, and asked of the next one.
 */
export const timingOfSeveral: Partial<StreamTiming> = {
  answerWithinMs: 6_000,
  playlistWithinMs: 6_500,
  versionAfterMs: 3_000,
  emptyPlaylistWithinMs: 5_000,
};
