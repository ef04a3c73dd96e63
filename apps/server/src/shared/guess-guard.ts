import { LRUCache } from 'lru-cache';
import { atMost } from '../platform/at-most.ts';
import { AppError } from '../platform/http/app-error.ts';

const windowMs = 15 * 60_000;

/** How many wrong guesses a guard allows for one account, and how it slows further attempts. */
export interface GuessPace {
  /**
   * The number of wrong guesses for one account within 15 minutes, counted over all client addresses. After that many,
   * devices that the account has never used must wait before each attempt.
   */
  freeFailures: number;
  /** After that many wrong guesses, one attempt is admitted in this time, in ms, from all unknown devices together. */
  delayMs: number;
}

const passwordPace: GuessPace = { freeFailures: 20, delayMs: 30_000 };

interface Failures {
  /** The times of the latest wrong guesses for an account; no more are kept than the guard needs to count. */
  atMs: number[];
  nextAttemptAtMs: number;
}

/**
 * The guess guard slows attempts to guess an account's password or code from many addresses. It never stops the devices
 * that its caller declares known. Each guard counts for itself.
 */
export interface GuessGuard {
  /**
   * Admits an attempt or refuses it.
   *
   * @param account - whose secret is guessed: an account's id, or the folded user name that was typed at sign-in; names
   * without an account are slowed too, so that the answer does not tell which names exist
   * @param isKnownDevice - whether the attempt comes from a device that never waits; called only after too many wrong
   * guesses
   * @throws AppError `limit.login` with the seconds to wait
   */
  admit(account: string, isKnownDevice: () => Promise<boolean>): Promise<void>;
  noteFailure(account: string): void;
}

/** Creates a guard against guessing. @param nowMs - a monotonic clock @param pace - by default that of passwords */
export function createGuessGuard(
  nowMs: () => number = () => performance.now(),
  { freeFailures, delayMs }: GuessPace = passwordPace,
): GuessGuard {
  const byAccount = new LRUCache<string, Failures>(atMost(50_000));

  const recent = (account: string): Failures | undefined => {
    const failures = byAccount.get(account);
    if (failures === undefined) return undefined;
    failures.atMs = failures.atMs.filter((atMs) => atMs > nowMs() - windowMs);
    return failures;
  };

  return {
    async admit(account, isKnownDevice) {
      const failures = recent(account);
      if (failures === undefined || failures.atMs.length < freeFailures) return;
      if (await isKnownDevice()) return;
      const waitMs = failures.nextAttemptAtMs - nowMs();
      if (waitMs > 0) throw new AppError('limit.login', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      failures.nextAttemptAtMs = nowMs() + delayMs;
    },
    noteFailure(account) {
      const failures = recent(account) ?? { atMs: [], nextAttemptAtMs: 0 };
      failures.atMs = [...failures.atMs.slice(-freeFailures), nowMs()];
      byAccount.set(account, failures);
    },
  };
}
