import type { PlaybackFailure, PlaybackFailureSource } from './playback-failure.ts';

/** The wait before a person's own retry: a provider that allows one connection must first see the old one end. */
export const restartWaitMs = 1000;
/** The wait before each automatic retry. */
const retryWaitMs = 2000;
/** The automatic retries before the failure is shown. */
const maxRetries = 2;
/** If the server asks for a longer wait than this, the failure is shown instead. */
const longestWaitMs = 15_000;

/** What follows a failure: the same address again, a new address first, or showing the failure. */
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
  // The wait is long, and the page shows what it is for.
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
 * Decides what follows a fatal failure. The most specific row applies: status, then code, then source.
 *
 * @param retries - automatic retries since the stream last played well; a renewed address counts as one
 */
export function decideRetry(failure: PlaybackFailure, retries: number): RetryDecision {
  const action =
    actionByStatus[failure.httpStatus ?? 0] ?? actionByCode[failure.code] ?? actionBySource[failure.source];
  if (action === 'give-up' || retries >= maxRetries) return { action: 'give-up' };
  if (action === 'renew-address') return { action };
  const waitMs = Math.max(retryWaitMs, failure.retryAfterMs ?? 0);
  return waitMs > longestWaitMs ? { action: 'give-up' } : { action, waitMs };
}
