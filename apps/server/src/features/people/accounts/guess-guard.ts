import { LRUCache } from 'lru-cache';
import { AppError } from '../../../platform/http/app-error.ts';

/** The number of wrong passwords for one account within `windowMs`, from all addresses together, after which unknown devices must wait. */
const freeFailures = 20;
const windowMs = 15 * 60_000;
/** The interval, beyond that number, in which one attempt from all unknown devices together is admitted. */
const delayMs = 30_000;

interface Failures {
  /** Instants of the latest failures, at most one more than are free. */
  atMs: number[];
  nextAttemptAtMs: number;
}

/** Slows the guessing of one account's password from many addresses. It never stops the account's own devices. */
export interface GuessGuard {
  /**
   * @param username - folded; names without an account are slowed too, so that the answer does not tell which names exist
   * @param isKnownDevice - whether the account has had a session on this device; called only beyond the free failures
   * @throws AppError `limit.login` with the seconds to wait
   */
  admit(username: string, isKnownDevice: () => Promise<boolean>): Promise<void>;
  noteFailure(username: string): void;
}

/** @param nowMs - a monotonic clock */
export function createGuessGuard(nowMs: () => number = () => performance.now()): GuessGuard {
  const byUsername = new LRUCache<string, Failures>({ max: 50_000 });

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
