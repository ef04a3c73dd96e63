import type { PlanKey, Role } from '@butaca/contract';
import { recordAct, type AccountRow, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

export interface NewAccount {
  id: string;
  username: string;
  passwordHash: string;
  role: Role;
  plan: PlanKey;
  isActive: boolean;
  isDemo: boolean;
  expiresAt?: Date | null | undefined;
  awaitsApproval?: boolean;
  hasOneTimePassword?: boolean;
}

/** What a page of accounts is narrowed to. */
export interface AccountFilter {
  search: string;
  role?: Role | undefined;
  plan?: PlanKey | undefined;
  status?: 'active' | 'inactive' | undefined;
  awaiting: boolean;
}

/** How two spellings of a name are one name. */
export const foldUsername = (username: string): string => username.normalize('NFKC').toLowerCase();

/** @throws AppError `account.username_taken`, decided by the database's own uniqueness */
export async function insertAccount(db: Kysely<Database>, account: NewAccount) {
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
      expires_at: account.expiresAt ?? null,
      awaits_approval: account.awaitsApproval ?? false,
      has_one_time_password: account.hasOneTimePassword ?? false,
    })
    .onConflict((conflict) => conflict.column('username_folded').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('account.username_taken');
  return row;
}

/** All SQL on `account` but what administrators change, see `administer-accounts.ts`. */
export function createAccountsRepository(db: Kysely<Database>) {
  const findWhere = (column: 'id' | 'username_folded', value: string) =>
    db.selectFrom('account').selectAll().where(column, '=', value).executeTakeFirst();

  return {
    find: (id: string) => findWhere('id', id),
    findByUsername: (username: string) => findWhere('username_folded', foldUsername(username)),

    async nameOf(id: string): Promise<string | undefined> {
      const account = await db
        .selectFrom('account')
        .select('username')
        .where('id', '=', id)
        .executeTakeFirst();
      return account?.username;
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

    insert: (account: NewAccount) => insertAccount(db, account),

    /**
     * Has the last word on a sign-in, in the transaction that opens its session: the password may have been changed, or a
     * one-time one used, since it was verified.
     *
     * @throws AppError `credentials.invalid`, `credentials.used`, `account.inactive`
     */
    async admit(trx: Kysely<Database>, verified: Pick<AccountRow, 'id' | 'password_hash'>): Promise<void> {
      const row = await trx
        .selectFrom('account')
        .select(['password_hash', 'has_one_time_password', 'one_time_password_used_at', 'is_active'])
        .where('id', '=', verified.id)
        .executeTakeFirst();
      if (row === undefined || row.password_hash !== verified.password_hash) {
        throw new AppError('credentials.invalid');
      }
      if (!row.is_active) throw new AppError('account.inactive');
      if (!row.has_one_time_password) return;
      if (row.one_time_password_used_at !== null) throw new AppError('credentials.used');
      await trx
        .updateTable('account')
        .set({ one_time_password_used_at: sql<Date>`now()` })
        .where('id', '=', verified.id)
        .execute();
    },

    /** @returns whether the password was still the one that was verified */
    async setOwnPassword(
      trx: Kysely<Database>,
      id: string,
      { verifiedHash, newHash }: { verifiedHash: string; newHash: string },
    ): Promise<boolean> {
      const { numUpdatedRows } = await trx
        .updateTable('account')
        .set({
          password_hash: newHash,
          has_one_time_password: false,
          one_time_password_used_at: null,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .where('password_hash', '=', verifiedHash)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },

    async listPage(page: number, limit: number, filter: AccountFilter) {
      const matching = filtered(db, filter);
      // The keys of the page come out of the index alone, however far back it is; then the rows of those.
      const keys = matching
        .select('username_folded')
        .orderBy('username_folded')
        .limit(limit)
        .offset((page - 1) * limit);
      const [rows, { total }] = await Promise.all([
        db
          .selectFrom('account')
          .selectAll()
          .where('username_folded', 'in', keys)
          .orderBy('username_folded')
          .execute(),
        matching.select((select) => select.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { rows, total };
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

    /**
     * Removes the demo's accounts but the actor's, which becomes an ordinary one.
     *
     * @param actor - absent where a seeding starts over, which is nobody's act
     */
    async removeDemo(actor: Actor | undefined): Promise<string[]> {
      return db.transaction().execute(async (trx) => {
        if (typeof actor?.accountId === 'string') {
          await trx
            .updateTable('account')
            .set({ is_demo: false })
            .where('id', '=', actor.accountId)
            .execute();
        }
        const rows = await trx.deleteFrom('account').where('is_demo', '=', true).returning('id').execute();
        if (actor !== undefined) await recordAct(trx, actor, { action: 'demo.remove', subjectName: '' });
        return rows.map((row) => row.id);
      });
    },
  };
}

function filtered(db: Kysely<Database>, { search, role, plan, status, awaiting }: AccountFilter) {
  const isStanding = sql<boolean>`(is_active and (expires_at is null or expires_at > now()))`;
  return db
    .selectFrom('account')
    .$if(search !== '', (query) =>
      query.where('username_folded', 'like', `%${foldUsername(search).replace(/[\\%_]/g, '\\$&')}%`),
    )
    .$if(role !== undefined, (query) => query.where('role', '=', role ?? 'user'))
    .$if(plan !== undefined, (query) => query.where('plan', '=', plan ?? ''))
    .$if(status === 'active', (query) => query.where(isStanding))
    .$if(status === 'inactive', (query) => query.where((where) => where.not(isStanding)))
    .$if(awaiting, (query) => query.where('awaits_approval', '=', sql.lit(true)));
}

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
