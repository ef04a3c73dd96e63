import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/**
 * Stands for all people together in the column `spender`, under which each day's calls to the generative model are
 * counted; no account has this id.
 */
const everybody = '';

export interface DailyBudget {
  callsPerDay: number;
  callsPerPersonPerDay: number;
}

/** All SQL on content from the generative model, and on the daily number of calls to it. */
export function createEnrichmentRepository(db: Kysely<Database>) {
  return {
    /**
     * Returns the generated content stored under a key (a hash of the question to the model), unless it was made before
     * `notBefore`.
     */
    async find(key: Buffer, notBefore: Date): Promise<{ content: unknown; madeAt: Date } | undefined> {
      const row = await db
        .selectFrom('enrichment')
        .select(['content', 'made_at'])
        .where('key', '=', key)
        .where('made_at', '>=', notBefore)
        .executeTakeFirst();
      return row === undefined ? undefined : { content: row.content, madeAt: row.made_at };
    },

    async save(key: Buffer, content: object, madeAt: Date): Promise<void> {
      const values = { content: JSON.stringify(content), made_at: madeAt };
      await db
        .insertInto('enrichment')
        .values({ key, ...values })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(values))
        .execute();
    },

    /**
     * Deletes generated content made before `notBefore`, and counts of model calls of days before `day`. Rows that
     * another transaction has locked are skipped; the next call deletes them.
     */
    async forget(notBefore: Date, day: string): Promise<void> {
      await sql`
        delete from enrichment where key in (
          select key from enrichment where made_at < ${notBefore} for update skip locked)`.execute(db);
      await sql`
        delete from enrichment_spend where (day, spender) in (
          select day, spender from enrichment_spend where day < ${day} for update skip locked)`.execute(db);
    },

    /**
     * Counts one call to the generative model on a day, both for the person and for everybody; when one of the two
     * budgets is spent, neither count changes.
     */
    async spend(day: string, accountId: string, budget: DailyBudget): Promise<Payment> {
      return db
        .transaction()
        .execute(async (transaction) => {
          // Every transaction first locks the row that counts everybody's calls to the model, then the row of the
          // person, so that two transactions cannot deadlock.
          for (const [spender, limit, spent] of [
            [everybody, budget.callsPerDay, 'spent_by_all'],
            [accountId, budget.callsPerPersonPerDay, 'spent_by_person'],
          ] as const) {
            const { rows } = await sql`
              insert into enrichment_spend as spend (day, spender, calls)
              select ${day}, ${spender}, 1 where ${limit}::integer > 0
              on conflict (day, spender) do update set calls = spend.calls + 1 where spend.calls < ${limit}
              returning calls`.execute(transaction);
            if (rows.length === 0) throw new SpentError(spent);
          }
          return 'counted' as const;
        })
        .catch((error: unknown) => {
          if (error instanceof SpentError) return error.payment;
          throw error;
        });
    },
  };
}

/** Whether a call to the generative model was counted; if not, whose daily budget is spent. */
export type Payment = 'counted' | 'spent_by_all' | 'spent_by_person';

/** Thrown to roll back the transaction that counts a model call, when a daily budget is spent. */
class SpentError extends Error {
  readonly payment: Payment;

  constructor(payment: Payment) {
    super(payment);
    this.payment = payment;
  }
}

export type EnrichmentRepository = ReturnType<typeof createEnrichmentRepository>;
