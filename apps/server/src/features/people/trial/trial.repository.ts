import type { ItemKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { addressGroup, isPublicAddress } from '../../../platform/http/address-group.ts';

/** The key of one person's trial on one day. */
export interface TrialDayKey {
  accountId: string;
  /** A day in the operator's time zone, such as `2026-11-21`. */
  day: string;
}

const keptDays = 7;
/** The number of daily trials that all accounts behind one public IP address share: enough for a household. */
const trialsPerAddress = 4;

/** All SQL on the used time of trials. */
export function createTrialRepository(db: Kysely<Database>) {
  return {
    /** Returns the seconds of media used on a day; a second that was delivered several times counts once. */
    used: (key: TrialDayKey) => readUsed(db, key),

    /** Returns the seconds of the day's limit that a person can still use on a device, after what other accounts used there. */
    async left(key: TrialDayKey & { deviceId: string }, limitSeconds: number): Promise<number> {
      const [used, purses] = await Promise.all([readUsed(db, key), listPurses(db, key, limitSeconds)]);
      const spent = await readSpent(db, key.day, purses);
      return Math.max(0, Math.min(limitSeconds - used, ...spent.map(({ left }) => left)));
    },

    /** Of everybody on a day. */
    async usedByAll(day: string): Promise<{ accounts: number; seconds: number }> {
      const { rows } = await sql<{ accounts: number; seconds: number }>`
        select count(distinct account_id) as accounts,
          coalesce(sum(upper(part) - lower(part)), 0)::integer as seconds
        from trial_part, unnest(seconds) as part where day = ${day}`.execute(db);
      return rows[0] ?? { accounts: 0, seconds: 0 };
    },

    /**
     * Charges a time range of an item, unless the used time would exceed the limit. Payments of one person run one
     * after the other, so that parallel ones cannot exceed the limit together.
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
          // Old days are kept for a week, so that a clock that is set back gives nobody a second trial for the same
          // day.
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
          for (const purse of await listPurses(transaction, key, limitSeconds)) {
            await spend(transaction, day, purse, after - before);
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

/** A daily budget in seconds that all accounts on one device, or behind one public IP address, share. */
interface Purse {
  kind: 'device' | 'address';
  key: string;
  limitSeconds: number;
}

/**
 * Returns the shared budgets that apply to a person on a device. A private IP address has none: within a private network, or
 * behind a proxy that is not trusted, all people have the same address.
 */
async function listPurses(
  db: Kysely<Database> | Transaction<Database>,
  { accountId, deviceId }: { accountId: string; deviceId: string },
  limitSeconds: number,
): Promise<Purse[]> {
  const device = await db
    .selectFrom('device')
    .select('ip')
    .where('account_id', '=', accountId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  const purses: Purse[] = [{ kind: 'device', key: deviceId, limitSeconds }];
  if (device !== undefined && isPublicAddress(device.ip)) {
    const key = addressGroup(device.ip);
    purses.push({ kind: 'address', key, limitSeconds: limitSeconds * trialsPerAddress });
  }
  return purses;
}

async function readSpent(
  db: Kysely<Database>,
  day: string,
  purses: readonly Purse[],
): Promise<{ left: number }[]> {
  return Promise.all(
    purses.map(async ({ kind, key, limitSeconds }) => {
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

/** Charges a shared budget. @throws OverspentError when the budget would be exceeded */
async function spend(db: Transaction<Database>, day: string, purse: Purse, seconds: number): Promise<void> {
  const { rows } = await sql<{ seconds: number }>`
    insert into trial_use (kind, key, day, seconds) values (${purse.kind}, ${purse.key}, ${day}, ${seconds})
    on conflict (kind, key, day) do update set seconds = trial_use.seconds + excluded.seconds
    returning seconds`.execute(db);
  const [use] = rows;
  if (use === undefined || use.seconds > purse.limitSeconds) {
    throw new OverspentError(`the trial of this ${purse.kind} is spent`);
  }
}
