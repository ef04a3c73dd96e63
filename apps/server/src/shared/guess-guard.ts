import { randomUUID } from 'node:crypto';
import { AppError } from '../platform/http/app-error.ts';
import type { SharedStore } from '../platform/shared-store/shared-store.ts';
import { createGuessRecord, createSharedGuessRecord, type GuessRecord } from './guess-record.ts';
import { systemClock, type Clock } from '../platform/clock.ts';

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

/**
 * The guess guard slows attempts to guess an account's password or code from many addresses. It never stops the devices
 * that its caller declares known. Each guard counts for itself.
 */
export interface GuessGuard {
  /**
   * Runs an attempt or refuses it. An attempt counts as a wrong guess while it runs, and is taken back unless it is one:
   * otherwise many attempts at once would all begin before the first of them has failed.
   *
   * @param account - whose secret is guessed: an account's id, or the folded user name that was typed at sign-in; names
   * without an account are slowed too, so that the answer does not tell which names exist
   * @param isKnownDevice - whether the attempt comes from a device that never waits; called only after too many wrong
   * guesses
   * @param isWrong - whether an error of the attempt says that the guess was wrong
   * @throws AppError `limit.login` with the seconds to wait; the error of the attempt
   */
  run<T>(
    account: string,
    attempt: () => Promise<T>,
    isWrong: (error: unknown) => boolean,
    isKnownDevice?: () => Promise<boolean>,
  ): Promise<T>;
}

/**
 * Creates guards against guessing. Servers that share a store count together.
 *
 * @param name - tells the guesses of a guard from those of others
 * @param pace - by default that of passwords
 */
export type GuessGuards = (name: string, pace?: GuessPace) => GuessGuard;

export const createGuessGuards =
  (store?: SharedStore, clock: Clock = systemClock): GuessGuards =>
  (name, pace = passwordPace) => {
    const own = createGuessRecord(pace.freeFailures, windowMs, () => clock.steadyMs());
    if (store === undefined) return createGuessGuard(own, pace);
    const shared = createSharedGuessRecord({ store, name, most: pace.freeFailures, windowMs }, own);
    return createGuessGuard(shared, pace);
  };

export function createGuessGuard(record: GuessRecord, { freeFailures, delayMs } = passwordPace): GuessGuard {
  /** @throws AppError `limit.login` */
  async function takeTurn(account: string): Promise<void> {
    const waitMs = await record.takeTurn(account, delayMs);
    if (waitMs > 0) throw new AppError('limit.login', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
  }

  return {
    async run(account, attempt, isWrong, isKnownDevice = async () => false) {
      const id = randomUUID();
      const isFree = await record.noteBelow(account, id, freeFailures);
      if (!isFree && !(await isKnownDevice())) await takeTurn(account);
      let isGuessWrong = false;
      try {
        return await attempt();
      } catch (error) {
        isGuessWrong = isWrong(error);
        throw error;
      } finally {
        if (isGuessWrong && !isFree) await record.note(account, id);
        if (!isGuessWrong && isFree) await record.takeBack(account, id);
      }
    },
  };
}
