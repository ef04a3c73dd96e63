import type { PlanKey, Role } from '@butaca/contract';
import { recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { foldUsername } from './fold-username.ts';
import { listAccountPage, type AccountFilter } from './list-accounts.ts';

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

/** @throws AppError `account.username_taken` when the unique constraint of the table `account` refuses the user name */
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

/** How long after a login with a one-time password a person may choose their own without typing that one again. */
const freshMinutes = 15;

/**
 * All SQL on the table `account`, except the changes that administrators make; for these see `administer-accounts.ts`.
 */
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
        // An administrator of the demo data does not count as an existing administrator, because removing the demo
        // removes that account too.
        .where('is_demo', '=', false)
        .limit(1)
        .executeTakeFirst();
      return admin !== undefined;
    },

    insert: (account: NewAccount) => insertAccount(db, account),

    /**
     * Stores the new password that a person has chosen. @returns `false`, without a change, when the stored password is
     * no longer the one that was verified
     */
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

    /**
     * Finds the account whose session on a device was opened by a login with a one-time password within the last fifteen
     * minutes; `undefined` for every other session. Such a login sets the time of its use in the transaction that opens the
     * session, so both times are equal.
     */
    findFreshOneTime: (id: string, deviceId: string) =>
      db
        .selectFrom('account')
        .innerJoin('session', 'session.account_id', 'account.id')
        .selectAll('account')
        .where('account.id', '=', id)
        .where('session.device_id', '=', deviceId)
        .where('account.has_one_time_password', '=', true)
        .whereRef('session.created_at', '=', 'account.one_time_password_used_at')
        .where('session.created_at', '>', sql<Date>`now() - make_interval(mins => ${freshMinutes})`)
        .executeTakeFirst(),

    listPage: (page: number, limit: number, filter: AccountFilter) =>
      listAccountPage(db, page, limit, filter),

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
     * Removes the demo's accounts; if the administrator who does this uses a demo account, that account is kept as an
     * ordinary one.
     *
     * @param actor - the administrator, recorded in the audit log; absent when an interrupted seeding of the demo
     * starts over, which is not recorded
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

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;
