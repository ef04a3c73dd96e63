import type { ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { addressGroup, isPublicAddress } from '../../../platform/http/address-group.ts';

/** Identifies the free trial (of titles that the plan does not open) of one person on one day. */
export interface TrialDayKey {
  accountId: string;
  /** A day in the time zone of the operator (who runs the server), such as `2026-11-21`. */
  day: string;
}

const keptDays = 7;
/**
 * How many people's daily free trials all accounts behind one public IP address may use together: enough for a
 * household.
 */
const trialsPerAddress = 4;

/** All SQL on how much of the free trials people have used. */
export function createTrialRepository(db: Kysely<Database>) {
  return {
    /**
     * Returns how many seconds of the free trial a person has used on a day; a second of film that was delivered
     * several times counts once.
     */
    used: (key: TrialDayKey) => readUsed(db, key),

    /**
     * Returns how many seconds of the day's free trial a person can still use on a device, after what other accounts on
     * the same device or IP address used.
     */
    async left(key: TrialDayKey & { deviceId: string }, limitSeconds: number): Promise<number> {
      const [used, budgets] = await Promise.all([
        readUsed(db, key),
        listSharedBudgets(db, key, limitSeconds),
      ]);
      const spent = await readSpent(db, key.day, budgets);
      return Math.max(0, Math.min(limitSeconds - used, ...spent.map(({ left }) => left)));
    },

    /** Returns how many accounts used the free trial on a day, and how many seconds they used together. */
    async usedByAll(day: string): Promise<{ accounts: number; seconds: number }> {
      const { rows } = await sql<{ accounts: number; seconds: number }>`
        select count(distinct account_id) as accounts,
          coalesce(sum(upper(part) - lower(part)), 0)::integer as seconds
        from trial_part, unnest(seconds) as part where day = ${day}`.execute(db);
      return rows[0] ?? { accounts: 0, seconds: 0 };
    },

    /**
     * Charges a time range of an item to a person's free trial, unless the used time would exceed the limit. Charges to
     * one person run one after the other, so that parallel ones cannot exceed the limit together.
     *
     * @returns the number of newly charged seconds, 0 when all were charged before; `undefined` when the limit would be
     * exceeded
     */
    async pay(
      key: TrialDayKey & { deviceId: string; itemKey: ItemKey; from: number; to: number },
      limitSeconds: number,
    ): Promise<number | undefined> {
      return db
        .transaction()
        .execute(async (transaction) => {
          const { accountId, day, itemKey, from, to } = key;
          await sql`select pg_advisory_xact_lock(hashtext(${`trial ${accountId}`}))`.execute(transaction);
          // What people used of their free trials is kept for a week, so that a clock that is set back gives no
          // account a second trial for the same day.
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
          if (after === before) return 0;
          if (after > limitSeconds) throw new OverspentError('the trial of the day is spent');
          await sql`delete from trial_use where day < (${day}::date - ${keptDays}::integer)::text`.execute(
            transaction,
          );
          for (const budget of await listSharedBudgets(transaction, key, limitSeconds)) {
            await spend(transaction, day, budget, after - before);
          }
          return after - before;
        })
        .catch((error: unknown) => {
          if (error instanceof OverspentError) return undefined;
          throw error;
        });
    },
  };
}

/** Thrown to roll back a charge that would exceed the limit of a free trial. */
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

/** A daily budget of free trial in seconds that all accounts on one device, or behind one public IP address, share. */
interface SharedBudget {
  kind: 'device' | 'address';
  key: string;
  limitSeconds: number;
}

/**
 * Returns the shared free trial budgets that apply to a person on a device. A private IP address has no such budget:
 * within a private network, or behind a proxy that is not trusted, all people have the same address.
 */
async function listSharedBudgets(
  db: Kysely<Database> | Transaction<Database>,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  limitSeconds: number,
): Promise<SharedBudget[]> {
  const device = await db
    .selectFrom('device')
    .select('ip')
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const budgets: SharedBudget[] = [{ kind: 'device', key: deviceId, limitSeconds }];
  if (device !== undefined && isPublicAddress(device.ip)) {
    const key = addressGroup(device.ip);
    budgets.push({ kind: 'address', key, limitSeconds: limitSeconds * trialsPerAddress });
  }
  return budgets;
}

async function readSpent(
  db: Kysely<Database>,
  day: string,
  budgets: readonly SharedBudget[],
): Promise<{ left: number }[]> {
  return Promise.all(
    budgets.map(async ({ kind, key, limitSeconds }) => {
      const use = await db
        .selectFrom('trial_use')
        .select('seconds')
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('day', '=', day)
        .executeTakeFirst();
      return { left: limitSeconds - (use?.seconds ?? 0) };
    }),
  );
}

/**
 * Charges seconds to a free trial budget that several accounts share. @throws OverspentError when the budget would be
 * exceeded
 */
async function spend(
  db: Transaction<Database>,
  day: string,
  budget: SharedBudget,
  seconds: number,
): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    insert into trial_use (kind, key, day, seconds) values (${budget.kind}, ${budget.key}, ${day}, ${seconds})
    on conflict (kind, key, day) do update set seconds = trial_use.seconds + excluded.seconds
    returning seconds`.execute(db);
  const [use] = rows;
  if (use === undefined || use.seconds > budget.limitSeconds) {
    throw new OverspentError(`the trial of this ${budget.kind} is spent`);
  }
}
