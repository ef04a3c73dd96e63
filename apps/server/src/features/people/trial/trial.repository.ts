import type { ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';

/** A day of a person's trial. */
export interface TrialDayKey {
  accountId: string;
  /** `2026-11-21` */
  day: string;
}

const keptDays = 7;

/** All SQL on what people have used of their trials. */
export function createTrialRepository(db: Kysely<Database>) {
  return {
    /** Seconds of media used on a day, each counted once however often it was delivered. */
    used: (key: TrialDayKey) => readUsed(db, key),

    /** Of everybody on a day. */
    async usedByAll(day: string): Promise<{ accounts: number; seconds: number }> {
      const { rows } = await sql<{ accounts: number; seconds: number }>`
        select count(distinct account_id) as accounts,
          coalesce(sum(upper(part) - lower(part)), 0)::integer as seconds
        from trial_part, unnest(seconds) as part where day = ${day}`.execute(db);
      return rows[0] ?? { accounts: 0, seconds: 0 };
    },

    /**
     * Pays a part of an item, unless more than the limit would then be used. Those who pay for the same person wait for each
     * other, so that many at once overspend nothing.
     *
     * @returns how many seconds were newly paid, none where they had been before; `undefined` when it was too much
     */
    async pay(
      key: TrialDayKey & { itemKey: ItemKey; from: number; to: number },
      limitSeconds: number,
    ): Promise<number | undefined> {
      return db
        .transaction()
        .execute(async (transaction) => {
          const { accountId, day, itemKey, from, to } = key;
          await sql`select pg_advisory_xact_lock(hashtext(${`trial ${accountId}`}))`.execute(transaction);
          // Old days are kept a while, so that a clock that is set back gives nobody a second trial for the same day.
          await sql`
          delete from trial_part
          where account_id = ${accountId} and day < (${day}::date - ${keptDays}::integer)::text`.execute(
            transaction,
          );
          const before = await readUsed(transaction, key);
          await sql`
          insert into trial_part (account_id, day, item_key, seconds)
          values (${accountId}, ${day}, ${itemKey}, int4multirange(int4range(${from}, ${to})))
          on conflict (account_id, day, item_key)
          do update set seconds = trial_part.seconds + excluded.seconds`.execute(transaction);
          const after = await readUsed(transaction, key);
          if (after <= limitSeconds || after === before) return after - before;
          throw new OverspentError('the trial of the day is spent');
        })
        .catch((error: unknown) => {
          if (error instanceof OverspentError) return undefined;
          throw error;
        });
    },
  };
}

/** Thrown to roll back a payment that would exceed the limit. */
class OverspentError extends Error {
  override readonly name = 'OverspentError';
}

async function readUsed(
  db: Kysely<Database> | Transaction<Database>,
  { accountId, day }: TrialDayKey,
): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(upper(part) - lower(part)), 0)::integer as used
    from trial_part, unnest(seconds) as part
    where account_id = ${accountId} and day = ${day}`.execute(db);
  return rows[0]?.used ?? 0;
}
