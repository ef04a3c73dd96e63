import { LRUCache } from 'lru-cache';
import { atMost } from '../platform/at-most.ts';
import { AppError } from '../platform/http/app-error.ts';

const windowMs = 15 * 60_000;

/** How many wrong passwords or codes a guess guard allows, and how it slows further attempts. */
export interface GuessPace {
  /**
   * The number of wrong passwords or codes for one account within 15 minutes, counted over all client addresses. After that
   * many, devices that the account has never used must wait before each attempt.
   */
  freeFailures: number;
  /**
   * After too many failures for an account, one sign-in attempt is admitted in this time, in ms, from all unknown devices
   * together.
   */
  delayMs: number;
}

const passwordPace: GuessPace = { freeFailures: 20, delayMs: 30_000 };

interface Failures {
  /**
   * The times of the latest wrong passwords for an account; no more are kept than the guess guard (which slows the
   * guessing of passwords) needs to count.
   */
  atMs: number[];
  nextAttemptAtMs: number;
}

/**
 * The guess guard slows attempts to guess one account's password from many addresses. It never stops the account's own
 * devices.
 */
export interface GuessGuard {
  /**
   * Admits a sign-in attempt or refuses it.
   *
   * @param username - in lower case; names without an account are slowed too, so that the answer does not tell which
   * names exist
   * @param isKnownDevice - whether the account has had a session on this device; called only after too many wrong
   * passwords
   * @throws AppError `limit.login` with the seconds to wait
   */
  admit(username: string, isKnownDevice: () => Promise<boolean>): Promise<void>;
  noteFailure(username: string): void;
}

/** Creates a guard against guessing. @param nowMs - a monotonic clock @param pace - by default that of passwords */
export function createGuessGuard(
  nowMs: () => number = () => performance.now(),
  { freeFailures, delayMs }: GuessPace = passwordPace,
): GuessGuard {
  const byUsername = new LRUCache<string, Failures>(atMost(50_000));

  const recent = (username: string): Failures | undefined => {
    const failures = byUsername.get(username);
    if (failures === undefined) return undefined;
    failures.atMs = failures.atMs.filter((atMs) => atMs > nowMs() - windowMs);
    return failures;
  };

  return {
    async admit(username, isKnownDevice) {
      const failures = recent(username);
      if (failures === undefined || failures.atMs.length < freeFailures) return;
      if (await isKnownDevice()) return;
      const waitMs = failures.nextAttemptAtMs - nowMs();
      if (waitMs > 0) throw new AppError('limit.login', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
      failures.nextAttemptAtMs = nowMs() + delayMs;
    },
    noteFailure(username) {
      const failures = recent(username) ?? { atMs: [], nextAttemptAtMs: 0 };
      failures.atMs = [...failures.atMs.slice(-freeFailures), nowMs()];
      byUsername.set(username, failures);
    },
  };
}
