import type { PlaybackFailure, PlaybackFailureSource } from './playback-failure.ts';

/** Milliseconds before a retry that the person asked for: a provider with a limit of one connection must first see it end. */
export const restartWaitMs = 1000;
/** Milliseconds before each automatic retry. */
const retryWaitMs = 2000;
/** The number of automatic retries before the failure is shown. */
const maxRetries = 2;
/** The longest wait in milliseconds before a retry; if the server asks for a longer wait, the failure is shown instead. */
const longestWaitMs = 15_000;

/** The reaction to a failure: open the same URL again, request a new URL first, or show the failure. */
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
  // A busy conversion is not retried automatically: the wait for a free conversion is long, and the page explains it.
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
 * Decides how to react to a fatal failure. The most specific rule applies: by status, then by code, then by source.
 *
 * @param retries - the automatic retries since the stream last played well; renewing the URL counts as one
 */
export function decideRetry(failure: PlaybackFailure, retries: number): RetryDecision {
  const action =
    actionByStatus[failure.httpStatus ?? 0] ?? actionByCode[failure.code] ?? actionBySource[failure.source];
  if (action === 'give-up' || retries >= maxRetries) return { action: 'give-up' };
  if (action === 'renew-address') return { action };
  const waitMs = Math.max(retryWaitMs, failure.retryAfterMs ?? 0);
  return waitMs > longestWaitMs ? { action: 'give-up' } : { action, waitMs };
}
