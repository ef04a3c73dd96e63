import { isServerAway, type PlaybackFailure } from './playback-failure.ts';
import { decideReconnection, decideRetry, isAwaited, type RetryDecision } from './retry-policy.ts';
import { steadyMs } from '../base/clock.ts';

/** How far the media of a stream reach, at one instant. */
export interface MediaReach {
  isLive: boolean;
  /** How many seconds of the stream were played since it was last opened. */
  playedSeconds: number;
  /** How many seconds of media are in the player's buffer; more of them before the end arrive after seeking back. */
  bufferedSeconds: number;
  /** The end of what the player has received, in seconds: the end of the buffer, or the playback position. */
  reachedSeconds: number;
}

/** Counts the failures of one stream, and decides when it is requested again. */
export interface Reconnection {
  /** Decides what follows a fatal failure, and counts the retry. */
  decide(failure: PlaybackFailure, reach: MediaReach): RetryDecision;
  /** Counts a request that failed and that the engine (hls.js, …) repeats by itself. */
  noteSetback(failure: PlaybackFailure, reach: MediaReach): void;
  /** Counts a live stream that has stalled although no request failed. */
  noteStall(reach: MediaReach): void;
  /** Whether the stream has stalled since media were played last. */
  hasStalled(): boolean;
  /** Whether anything of the stream was played since the person opened it. */
  hasPlayed(): boolean;
  /** Notes how far the media reach now; new media end the reconnection. */
  noteReach(reach: MediaReach): void;
  /** Notes that the stream is opened anew, so that its buffer is lost. */
  noteReopening(): void;
  /**
   * Whether the player is to say that it reconnects: a stream that has played was requested again, and the first
   * request did not bring it back.
   */
  isReconnecting(): boolean;
  /** Whether the player reconnects because our own server is away, and not the provider. */
  isServerAway(): boolean;
  /** Forgets everything, for another stream or a retry by the person. */
  reset(): void;
}

/** After this many seconds of playback without a failure, the number of automatic retries starts again at 0. */
const settledAfterSeconds = 30;
/** The media have grown when their end has moved by more than this, in seconds; less is rounding. */
const grownBySeconds = 0.05;
/** After so many seconds of playback, a stream that was opened anew counts as back: it has passed where it failed. */
const reopenedSeconds = 1;
/** The number of failed requests from which the player says that it reconnects. */
const toldSetbacks = 2;

interface Outage {
  sinceMs: number;
  retries: number;
  setbacks: number;
  /** How far the media reached when they stopped; `undefined` after the stream was opened anew, with an empty buffer. */
  reach: MediaReach | undefined;
  /** Whether nothing was played although no request failed; then only playing ends the outage, no growing buffer. */
  isStall: boolean;
  isServerAway: boolean;
  /** Whether media that could not be read were requested once more, because an error of the server was taken for them. */
  isDoubted: boolean;
}

function isOver({ reach: before, isStall }: Outage, now: MediaReach): boolean {
  if (before === undefined) return now.playedSeconds >= reopenedSeconds;
  if (isStall) return now.playedSeconds >= before.playedSeconds + reopenedSeconds;
  return (
    now.reachedSeconds > before.reachedSeconds + grownBySeconds ||
    now.bufferedSeconds > before.bufferedSeconds + grownBySeconds
  );
}

/** Creates the count of failures of a stream that a player opens, see `retry-policy.ts` for the rules. */
export function createReconnection(): Reconnection {
  let retries = 0;
  let hasPlayed = false;
  let requestedAtMs = Number.NEGATIVE_INFINITY;
  let outage: Outage | undefined;

  const beginOutage = (reach: MediaReach): Outage => {
    outage ??= {
      sinceMs: steadyMs(),
      retries: 0,
      setbacks: 0,
      reach,
      isStall: false,
      isServerAway: false,
      isDoubted: false,
    };
    outage.setbacks += 1;
    return outage;
  };

  const noteFailure = (failure: PlaybackFailure, reach: MediaReach): Outage => {
    const lost = beginOutage(reach);
    // A media element, and a stall, do not tell why media stop coming.
    if (failure.source !== 'media' && failure.code !== 'upstream.ended') {
      lost.isServerAway = isServerAway(failure);
    }
    return lost;
  };

  /**
   * Whether media could not be read at the first request after our server was away: a media element does not tell the
   * server's error from a file that it cannot play, and the server may be back when it is asked about that.
   */
  function isDoubtful({ source }: PlaybackFailure): boolean {
    if (source !== 'media' || outage?.isServerAway !== true || outage.reach !== undefined) return false;
    return !outage.isDoubted;
  }

  const isReconnecting = (): boolean => outage !== undefined && outage.setbacks >= toldSetbacks;

  return {
    decide(failure, reach) {
      const isDoubted = isDoubtful(failure);
      if (!isDoubted && !isAwaited(failure, { hasPlayed, isLive: reach.isLive })) {
        const decision = decideRetry(failure, retries);
        retries += 1;
        return decision;
      }
      const lost = noteFailure(failure, reach);
      lost.isDoubted ||= isDoubted;
      const nowMs = steadyMs();
      const decision = decideReconnection(failure, {
        hasPlayed,
        retries: lost.retries,
        lostForMs: nowMs - lost.sinceMs,
        sinceRequestMs: nowMs - requestedAtMs,
      });
      lost.retries += 1;
      if (decision.action === 'retry') requestedAtMs = nowMs + decision.waitMs;
      return decision;
    },
    noteSetback(failure, reach) {
      if (hasPlayed) noteFailure(failure, reach);
    },
    noteStall(reach) {
      const lost = beginOutage(reach);
      lost.setbacks = Math.max(lost.setbacks, toldSetbacks);
      lost.isStall = true;
      lost.reach = reach;
    },
    hasStalled: () => outage?.isStall === true,
    hasPlayed: () => hasPlayed,
    noteReach(reach) {
      if (reach.playedSeconds > 0) hasPlayed = true;
      if (reach.playedSeconds >= settledAfterSeconds) retries = 0;
      if (outage !== undefined && isOver(outage, reach)) outage = undefined;
    },
    noteReopening() {
      if (outage !== undefined) outage.reach = undefined;
    },
    isReconnecting,
    isServerAway: () => isReconnecting() && outage?.isServerAway === true,
    reset() {
      retries = 0;
      hasPlayed = false;
      outage = undefined;
    },
  };
}
