import {
  isFinal,
  isServerAway,
  type PlaybackFailure,
  type PlaybackFailureSource,
} from './playback-failure.ts';

/**
 * How long to wait, in milliseconds, before a stream is retried at the person's request: a provider that allows only
 * one connection must first see the old one end.
 */
export const restartWaitMs = 1000;
/** How long to wait, in milliseconds, before each automatic retry of a stream that has not played yet. */
const retryWaitMs = 2000;
/** How often a failed stream is retried automatically before the person sees the failure. */
const maxRetries = 2;
/**
 * The longest wait in milliseconds before an automatic retry of a stream; if the server asks for a longer wait, the
 * person sees the failure instead.
 */
const longestWaitMs = 15_000;
/** How long a stream that has played is requested again before the person sees the failure, in milliseconds. */
const patienceMs = 5 * 60_000;
/**
 * How long a stream that has not played yet is requested again while our own server is away, in milliseconds: a server
 * takes up to half a minute to be started anew.
 */
const startPatienceMs = 60_000;
/**
 * The wait in milliseconds before the second request for a stream that has played. Each further wait is doubled, up to
 * the longest one, which is short so that a provider that is back is noticed soon.
 */
const firstBackOffMs = 1000;
const longestBackOffMs = 5000;
/** The shortest time in milliseconds between two requests for a stream that ends again and again. */
const closestRequestsMs = 2000;

/**
 * What follows a playback failure: open the same URL again (`retry`), request a new URL first (`renew-address`), or
 * show the failure (`give-up`).
 */
export type RetryDecision =
  | { action: 'retry'; waitMs: number }
  | { action: 'renew-address' }
  | { action: 'give-up' };

const actionByStatus: Readonly<Record<number, RetryDecision['action']>> = {
  401: 'give-up',
  403: 'give-up',
  404: 'give-up',
  409: 'give-up',
  410: 'renew-address',
  429: 'give-up',
};

const actionByCode: Readonly<Record<string, RetryDecision['action']>> = {
  'media.format': 'give-up',
  'media.codec': 'give-up',
  'stream.refused': 'give-up',
  // The device has changed its network, and the browser kept no cookie; a new URL is issued to its new network.
  'stream.elsewhere': 'renew-address',
  // No automatic retry of the stream when the server converts too many videos at once, or cannot convert yet: the wait
  // would be long, and the page explains it.
  'conversion.busy': 'give-up',
  'conversion.starting': 'give-up',
  'conversion.elsewhere': 'give-up',
};

const actionBySource: Readonly<Record<PlaybackFailureSource, RetryDecision['action']>> = {
  network: 'retry',
  upstream: 'retry',
  gateway: 'retry',
  media: 'retry',
  drm: 'give-up',
  unsupported: 'give-up',
};

/** The action for a playback failure by the most specific rule: its code, then its HTTP status, then its source. */
const actionOf = ({ httpStatus, code, source }: PlaybackFailure): RetryDecision['action'] =>
  actionByCode[code] ??
  (isFinal(code) ? 'give-up' : (actionByStatus[httpStatus ?? 0] ?? actionBySource[source]));

/**
 * Decides what follows a fatal playback failure that waiting may not remedy: one before the stream has played, or one
 * of the media themselves.
 *
 * @param retries - how many automatic retries there were since the stream last played well; requesting a new URL counts
 * as one
 */
export function decideRetry(failure: PlaybackFailure, retries: number): RetryDecision {
  const action = actionOf(failure);
  // The person has already waited as long as a server may take to answer.
  if (failure.code === 'upstream.timeout' || failure.code === 'network.timeout') return { action: 'give-up' };
  if (action === 'give-up' || retries >= maxRetries) return { action: 'give-up' };
  if (action === 'renew-address') return { action };
  const waitMs = Math.max(retryWaitMs, failure.retryAfterMs ?? 0);
  return waitMs > longestWaitMs ? { action: 'give-up' } : { action, waitMs };
}

/**
 * Whether a failure of a stream that has played is expected to pass: the connection, the provider or the proxy is away.
 * A file that ends before its end is not among them, because it ends at the same place again; a live stream goes on.
 */
export const isPassing = (failure: PlaybackFailure, isLive: boolean): boolean =>
  actionOf(failure) === 'retry' &&
  failure.source !== 'media' &&
  (isLive || failure.code !== 'upstream.ended');

/**
 * Whether a failed stream is requested again with growing waits until it is back, instead of a few times only: always while
 * our own server is away, and else only where the stream has played.
 */
export const isAwaited = (
  failure: PlaybackFailure,
  { hasPlayed, isLive }: { hasPlayed: boolean; isLive: boolean },
): boolean => (hasPlayed ? isPassing(failure, isLive) : isServerAway(failure));

/** The requests for a stream since it stopped delivering media. */
export interface ReconnectionState {
  /** Whether the stream has played; one that has not is given up sooner. */
  hasPlayed: boolean;
  /** How many requests there were. */
  retries: number;
  /** For how long the stream has delivered nothing, in milliseconds. */
  lostForMs: number;
  /** How long ago the stream was last requested because it had stopped, in milliseconds. */
  sinceRequestMs: number;
}

/**
 * Decides when a stream is requested again after a failure that is expected to pass: the first time at once, while the
 * buffered media play, then with a growing wait, and no longer than five minutes, or one for a stream that has not played.
 */
export function decideReconnection(failure: PlaybackFailure, state: ReconnectionState): RetryDecision {
  const backOffMs =
    state.retries === 0
      ? Math.max(0, closestRequestsMs - state.sinceRequestMs)
      : Math.min(longestBackOffMs, firstBackOffMs * 2 ** (state.retries - 1));
  const waitMs = Math.max(backOffMs, failure.retryAfterMs ?? 0);
  const limitMs = state.hasPlayed ? patienceMs : startPatienceMs;
  return state.lostForMs + waitMs > limitMs ? { action: 'give-up' } : { action: 'retry', waitMs };
}
