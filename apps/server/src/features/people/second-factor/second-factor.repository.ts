import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/**
 * How many used time steps of a second factor are kept. An older one could be used again only after the clock was set
 * back to its half minute.
 */
const usedStepsMax = 100;

/** All SQL on the tables `second_factor` and `recovery_code`. */
export const secondFactorRows = {
  /** The second factor of an account that is on, or that the person has begun to turn on. */
  find: (db: Kysely<Database>, accountId: string) =>
    db.selectFrom('second_factor').selectAll().where('account_id', '=', accountId).executeTakeFirst(),

  async countRecoveryCodes(db: Kysely<Database>, accountId: string): Promise<number> {
    const row = await db
      .selectFrom('recovery_code')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return row.total;
  },

  /** Finds which of the given accounts have a second factor that is on. */
  async listOn(db: Kysely<Database>, accountIds: readonly string[]): Promise<Set<string>> {
    if (accountIds.length === 0) return new Set();
    const rows = await db
      .selectFrom('second_factor')
      .select('account_id')
      .where('account_id', 'in', accountIds)
      .where('confirmed_at', 'is not', null)
      .execute();
    return new Set(rows.map((row) => row.account_id));
  },

  /** Stores the secret of a second factor that is not on yet, in place of an earlier one. */
  async begin(db: Kysely<Database>, accountId: string, sealedSecret: Buffer): Promise<void> {
    await db
      .insertInto('second_factor')
      .values({ account_id: accountId, sealed_secret: sealedSecret })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ sealed_secret: sealedSecret, created_at: sql<Date>`now()` }),
      )
      .execute();
  },

  /** Turns a second factor on. @param codeHashes - the hashes of its recovery codes */
  async confirm(db: Kysely<Database>, accountId: string, codeHashes: readonly Buffer[]): Promise<void> {
    await db
      .updateTable('second_factor')
      .set({ confirmed_at: sql<Date>`now()` })
      .where('account_id', '=', accountId)
      .execute();
    await db
      .insertInto('recovery_code')
      .values(codeHashes.map((codeHash) => ({ account_id: accountId, code_hash: codeHash })))
      .execute();
  },

  /** Uses a time step up. @returns whether it was not used before */
  async useStep(db: Kysely<Database>, accountId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('second_factor')
      .set({ used_steps: sql`(array_prepend(${step}::integer, used_steps))[1:${sql.lit(usedStepsMax)}]` })
      .where('account_id', '=', accountId)
      .where(sql<boolean>`${step}::integer <> all (used_steps)`)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },

  /** @returns whether the account had this code */
  async useRecoveryCode(db: Kysely<Database>, accountId: string, codeHash: Buffer): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('recovery_code')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', codeHash)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  },

  /** @returns whether it was on */
  async remove(db: Kysely<Database>, accountId: string): Promise<boolean> {
    const row = await db
      .deleteFrom('second_factor')
      .where('account_id', '=', accountId)
      .returning('confirmed_at')
      .executeTakeFirst();
    return row !== undefined && row.confirmed_at !== null;
  },

  /** Lists the sealed secrets of all accounts and locks their rows, for sealing them with another key. */
  lockSecrets: (db: Kysely<Database>) =>
    db
      .selectFrom('second_factor')
      .select(['account_id', 'sealed_secret'])
      .orderBy('account_id')
      .forUpdate()
      .execute(),

  async replaceSecret(db: Kysely<Database>, accountId: string, sealedSecret: Buffer): Promise<void> {
    await db
      .updateTable('second_factor')
      .set({ sealed_secret: sealedSecret })
      .where('account_id', '=', accountId)
      .execute();
  },
};
