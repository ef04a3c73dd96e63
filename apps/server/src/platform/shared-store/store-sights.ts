/*
 * Each of several servers writes into the database when it has last reached the shared store. A server that has lost the
 * store learns from there whether the others have lost it too, or whether it alone is cut off.
 */
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

export interface StoreSights {
  /** Notes that this server has reached the shared store. @param ageMs - how long ago, in ms */
  note(ageMs: number): Promise<void>;
  /**
   * How long ago any other server has reached the shared store, in ms by the clock of the database; `undefined` where no
   * other one has.
   */
  readOthersAgeMs(): Promise<number | undefined>;
}

/** After which time a server that has not reached the store is forgotten. */
const keptText = '1 day';

/** @param serverId - tells this server from all others, also from itself before it was started anew */
export function createStoreSights(db: Kysely<Database>, serverId: string): StoreSights {
  let hasCleared = false;

  async function clear(): Promise<void> {
    await db
      .deleteFrom('store_sight')
      .where('seen_at', '<', sql<Date>`now() - ${keptText}::interval`)
      .execute();
    hasCleared = true;
  }

  return {
    async note(ageMs) {
      const seen_at = sql<Date>`now() - ${ageMs}::float8 * interval '1 ms'`;
      await db
        .insertInto('store_sight')
        .values({ server_id: serverId, seen_at })
        .onConflict((conflict) => conflict.column('server_id').doUpdateSet({ seen_at }))
        .execute();
      if (!hasCleared) await clear();
    },
    async readOthersAgeMs() {
      const { ageMs } = await db
        .selectFrom('store_sight')
        .select(sql<number | null>`extract(epoch from now() - max(seen_at))::float8 * 1000`.as('ageMs'))
        .where('server_id', '!=', serverId)
        .executeTakeFirstOrThrow();
      return ageMs ?? undefined;
    },
  };
}
