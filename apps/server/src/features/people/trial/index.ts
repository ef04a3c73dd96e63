import type { ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { Session } from '../../../shared/session.ts';
import { createSharedTrialPace, type SharedTrialPace } from './shared-trial-pace.ts';
import { createTrialDay } from './trial-day.ts';
import { createTrialPace } from './trial-pace.ts';
import { createTrialRepository } from './trial.repository.ts';

export { createTrialDay } from './trial-day.ts';

/** How much of today's free trial of locked content a person has used and has left, in whole minutes. */
export interface TrialBudget {
  minutesRemaining: number;
  minutesUsed: number;
}

/**
 * A time range of a film or chapter that is about to be delivered to a person on the free trial, because their plan
 * does not open it.
 */
export interface TrialCharge {
  accountId: string;
  deviceId: string;
  /** The item key (`video:<id>`, `chapter:<id>`) of the film or chapter whose delivery is charged to the free trial. */
  playableKey: ItemKey;
  fromSeconds: number;
  toSeconds: number;
}

/** The free trial: each person may watch some minutes a day of content that their plan does not open. */
export interface Trial {
  budget(viewer: Pick<Session, 'accountId' | 'deviceId'>): Promise<TrialBudget>;
  /** How many people have used some of today's free trial, and how many minutes they have used together. */
  usedToday(): Promise<{ accounts: number; minutes: number }>;
  /**
   * Charges a time range of a film to the person's free trial of today; a range that is delivered again is not charged
   * again. Waits while the device is too far ahead of the playback position.
   *
   * @param signal - aborts when the client has disconnected
   * @throws AppError `trial.spent`
   */
  charge(charge: TrialCharge, signal: AbortSignal): Promise<void>;
}

/**
 * No position in a film that a free trial charges is later than this, in seconds; below the maximum of a PostgreSQL
 * integer.
 */
const latestSecond = 1_000_000_000;

/**
 * Charged seconds are stored in the database; the pace of delivery is kept in memory, or in the store that several
 * servers share.
 */
export function trialFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  minutesPerDay: number;
  timeZone: string;
  /** How many seconds of a film are delivered on free trial ahead of the playback position; replaces the default. */
  leadSeconds?: number | undefined;
  /** Where several servers keep the pace of a device together; by default this one keeps it for itself. */
  store?: SharedStore | undefined;
}): Trial {
  const repository = createTrialRepository(needs.db);
  const ownPace = createTrialPace(needs.leadSeconds, needs.clock);
  const pace: SharedTrialPace =
    needs.store === undefined
      ? ownPace
      : createSharedTrialPace(needs.store, ownPace, needs.leadSeconds, needs.clock);
  const dayOf = createTrialDay(needs.timeZone);
  const limitSeconds = needs.minutesPerDay * 60;
  const today = () => dayOf(needs.clock.now());

  return {
    async budget({ accountId, deviceId }) {
      const key = { accountId, deviceId, day: today() };
      const [usedSeconds, leftSeconds] = await Promise.all([
        repository.used(key),
        repository.left(key, limitSeconds),
      ]);
      return {
        minutesRemaining: Math.round(leftSeconds / 60),
        minutesUsed: Math.round(usedSeconds / 60),
      };
    },
    async usedToday() {
      const { accounts, seconds } = await repository.usedByAll(today());
      return { accounts, minutes: Math.round(seconds / 60) };
    },
    async charge({ accountId, deviceId, playableKey, fromSeconds, toSeconds }, signal) {
      const from = Math.min(latestSecond, Math.floor(fromSeconds));
      const to = Math.min(latestSecond + 1, Math.max(from + 1, Math.ceil(toSeconds)));
      const key = { accountId, deviceId, day: today() };
      const payer = `${accountId} ${deviceId}`;
      const pay = async (): Promise<number> => {
        const paidSeconds = await repository.pay({ ...key, itemKey: playableKey, from, to }, limitSeconds);
        if (paidSeconds === undefined) throw new AppError('trial.spent');
        return paidSeconds;
      };
      await pace.spend(payer, signal, pay, to - from);
    },
  };
}
