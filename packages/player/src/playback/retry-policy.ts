import type { PlaybackFailure, PlaybackFailureSource } from './playback-failure.ts';

/**
 * How long to wait, in milliseconds, before a stream is retried at the person's request: a provider that allows only
 * one connection must first see the old one end.
 */
export const restartWaitMs = 1000;
/** How long to wait, in milliseconds, before each automatic retry of a failed stream. */
const retryWaitMs = 2000;
/** How often a failed stream is retried automatically before the person sees the failure. */
const maxRetries = 2;
/**
 * The longest wait in milliseconds before an automatic retry of a stream; if the server asks for a longer wait, the
 * person sees the failure instead.
 */
const longestWaitMs = 15_000;

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
  // No automatic retry of the stream when the server converts too many videos at once: the wait would be long, and the
  // page explains it.
  'conversion.busy': 'give-up',
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

/**
 * Decides what follows a fatal playback failure. The most specific rule applies: by HTTP status, then by failure code,
 * then by where the failure comes from.
 *
 * @param retries - how many automatic retries there were since the stream last played well; requesting a new URL counts
 * as one
 */
export function decideRetry(failure: PlaybackFailure, retries: number): RetryDecision {
  const action =
    actionByStatus[failure.httpStatus ?? 0] ?? actionByCode[failure.code] ?? actionBySource[failure.source];
  if (action === 'give-up' || retries >= maxRetries) return { action: 'give-up' };
  if (action === 'renew-address') return { action };
  const waitMs = Math.max(retryWaitMs, failure.retryAfterMs ?? 0);
  return waitMs > longestWaitMs ? { action: 'give-up' } : { action, waitMs };
}
