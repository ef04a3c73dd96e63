import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** Whose calls are counted when they are everybody's together; no account has this key. */
const everybody = '';

export interface DailyBudget {
  callsPerDay: number;
  callsPerPersonPerDay: number;
}

/** All SQL on generated content and on what it has cost. */
export function createEnrichmentRepository(db: Kysely<Database>) {
  return {
    /** What was made of a key at `notBefore` or later. */
    async find(key: Buffer, notBefore: Date): Promise<{ content: unknown; madeAt: Date } | undefined> {
      const row = await db
        .selectFrom('enrichment')
        .select(['content', 'made_at'])
        .where('key', '=', key)
        .where('made_at', '>=', notBefore)
        .executeTakeFirst();
      return row === undefined ? undefined : { content: row.content, madeAt: row.made_at };
    },

    /** Keeps content, and lets go of what was made before `notBefore`. */
    async save(key: Buffer, content: object, madeAt: Date, notBefore: Date): Promise<void> {
      const values = { content: JSON.stringify(content), made_at: madeAt };
      await db
        .insertInto('enrichment')
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute();
      await db.deleteFrom('enrichment').where('made_at', '<', notBefore).execute();
    },

    /** Counts one call of a day, of a person and of everybody; `false`, and nothing is counted, when one of both has spent theirs. */
    async spend(day: string, accountId: string, budget: DailyBudget): Promise<boolean> {
      return db
        .transaction()
        .execute(async (transaction) => {
          await transaction.deleteFrom('enrichment_spend').where('day', '<', day).execute();
          for (const [spender, limit] of [
            [everybody, budget.callsPerDay],
            [accountId, budget.callsPerPersonPerDay],
          ] as const) {
            const { rows } = await sql`
              insert into enrichment_spend as spend (day, spender, calls)
              select ${day}, ${spender}, 1 where ${limit}::integer > 0
              on conflict (day, spender) do update set calls = spend.calls + 1 where spend.calls < ${limit}
              returning calls`.execute(transaction);
            if (rows.length === 0) throw new SpentError();
          }
          return true;
        })
        .catch((error: unknown) => {
          if (error instanceof SpentError) return false;
          throw error;
        });
    },
  };
}

/** Takes the transaction back. */
class SpentError extends Error {}

export type EnrichmentRepository = ReturnType<typeof createEnrichmentRepository>;
