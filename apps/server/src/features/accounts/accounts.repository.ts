import type { PlanKey, Role } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../platform/http/app-error.ts';

export interface NewAccount {
  id: string;
  username: string;
  passwordHash: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  isDemo: boolean;
}

/** How two spellings of a name are one name. */
export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase();

/** All SQL on `account`. */
export function createAccountsRepository(db: Kysely<Database>) {
  const findWhere = (column: 'id' | 'username_folded', value: string) =>
    db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst();

  return {
    find: (id: string) => findWhere('id', id),
    findByUsername: (username: string) => findWhere('username_folded', foldUsername(username)),

    async exists(id: string): Promise<boolean> {
      return (
        (await db.selectFrom('account').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
      );
    },

    async hasAdmin(): Promise<boolean> {
      const admin = await db
        .selectFrom('account')
        .select('id')
        .where('role', '=', 'admin')
        // The demo's own administrator goes with the demo.
        .where('is_demo', '=', false)
        .limit(1)
        .executeTakeFirst();
      return admin !== undefined;
    },

    /** @throws AppError `account.username_taken`, decided by the database's own uniqueness */
    async insert(account: NewAccount) {
      const row = await db
        .insertInto('account')
        .values({
          id: account.id,
          username: account.username,
          username_folded: foldUsername(account.username),
          password_hash: account.passwordHash,
          role: account.role,
          plan: account.plan,
          is_active: account.isActive,
          is_demo: account.isDemo,
        })
        .onConflict((conflict) => conflict.column('username_folded').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (row === undefined) throw new AppError('account.username_taken');
      return row;
    },

    async listPage(page: number, limit: number, search: string) {
      const matching = db
        .selectFrom('account')
        .$if(search !== '', (query) =>
          query.where('username_folded', 'like', `%${foldUsername(search).replace(/[\\%_]/g, '\\$&')}%`),
        );
      const rows = await matching
        .selectAll()
        .orderBy('username_folded')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute();
      const { total } = await matching
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    setPlan: (id: string, plan: PlanKey) =>
      db
        .updateTable('account')
        .set({ plan, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),

    /** `undefined` leaves the expiry as it is. @throws AppError `account.last_admin` */
    async setStatus(id: string, isActive: boolean, expiresAt: Date | null | undefined) {
      return db.transaction().execute(async (trx) => {
        const admins = await trx
          .selectFrom('account')
          .select('id')
          .where('role', '=', 'admin')
          .where('is_active', '=', true)
          .where((where) =>
            where.or([where('expires_at', 'is', null), where('expires_at', '>', sql<Date>`now()`)]),
          )
          .orderBy('id')
          .forUpdate()
          .execute();
        const ends = !isActive || (expiresAt !== undefined && expiresAt !== null);
        if (ends && admins.length === 1 && admins[0]?.id === id) throw new AppError('account.last_admin');
        return trx
          .updateTable('account')
          .set({
            is_active: isActive,
            updated_at: sql<Date>`now()`,
            ...(expiresAt !== undefined && { expires_at: expiresAt }),
          })
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
      });
    },

    /** Gives the oldest administrator a new password and makes it active. */
    async resetAdmin(username: string | undefined, passwordHash: string) {
      return db
        .updateTable('account')
        .set({ password_hash: passwordHash, is_active: true, expires_at: null, updated_at: sql<Date>`now()` })
        .where('id', '=', (select) =>
          select
            .selectFrom('account as candidate')
            .select('candidate.id')
            .where('candidate.role', '=', 'admin')
            .$if(username !== undefined, (query) =>
              query.where('candidate.username_folded', '=', foldUsername(username ?? '')),
            )
            .orderBy('candidate.created_at')
            .limit(1),
        )
        .returningAll()
        .executeTakeFirst();
    },

    async countAll(): Promise<number> {
      const row = await db
        .selectFrom('account')
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return row.total;
    },

    async countDemo(): Promise<number> {
      const row = await db
        .selectFrom('account')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('is_demo', '=', true)
        .executeTakeFirstOrThrow();
      return row.total;
    },

    /** Removes the demo's accounts but `keepId`, which becomes an ordinary one. */
    async removeDemo(keepId: string | undefined): Promise<string[]> {
      return db.transaction().execute(async (trx) => {
        if (keepId !== undefined) {
          await trx.updateTable('account').set({ is_demo: false }).where('id', '=', keepId).execute();
        }
        const rows = await trx.deleteFrom('account').where('is_demo', '=', true).returning('id').execute();
        return rows.map((row) => row.id);
      });
    },
  };
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
export type AccountRow = NonNullable<Awaited<ReturnType<AccountsRepository['find']>>>;
