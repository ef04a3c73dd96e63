import type { PlanKey, Role } from '@butaca/contract';
import { recordAct, type AccountRow, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { changedFields } from '../../../platform/changed-fields.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { AccountSecondFactors } from './account-second-factors.ts';
import { insertAccount, type NewAccount } from './accounts.repository.ts';
import { foldUsername } from './fold-username.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { NewInvitation } from './invitation-token.ts';
import { insertInvitation, revokeInvitations } from './invitations.repository.ts';
import { keepAnAdmin, lockAdmins } from './last-admin.ts';

type Change = Partial<Pick<AccountRow, 'plan' | 'role' | 'is_active' | 'expires_at' | 'awaits_approval'>>;

/** Throws where a change of an account is not permitted. */
type Verify = (account: AccountRow) => void;

/**
 * The columns of an account that gets a one-time password: it signs in once, and then the person must choose their own
 * password.
 */
const oneTime = (passwordHash: string) => ({
  password_hash: passwordHash,
  has_one_time_password: true,
  one_time_password_used_at: null,
});

/**
 * The changes that administrators make to accounts. Each change, its entry in the audit log and the end of the affected
 * sessions are one transaction.
 */
export function createAccountAdministration(
  db: Kysely<Database>,
  sessions: Pick<DeviceSessions, 'endWithin' | 'forgetAccount'>,
  secondFactors: Pick<AccountSecondFactors, 'remove'>,
) {
  return {
    /** @param invitation - the invitation that its person gets, if any */
    create: (account: NewAccount, actor: Actor, invitation?: NewInvitation): Promise<AccountRow> =>
      db.transaction().execute(async (trx) => {
        const row = await insertAccount(trx, account);
        await recordAct(trx, actor, describeCreation(row));
        if (invitation !== undefined) await insertInvitation(trx, row.id, invitation);
        return row;
      }),

    /**
     * Gives an account a new invitation, which replaces an earlier one.
     *
     * @throws AppError `account.not_found`
     */
    async invite(id: string, invitation: NewInvitation, actor: Actor): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, id);
        await insertInvitation(trx, id, invitation);
        await recordAct(trx, actor, {
          action: 'user.invite',
          subjectId: id,
          subjectName: account.username,
          after: { expiresAt: invitation.expiresAt },
        });
      });
    },

    /**
     * Ends the unused invitation of an account; without one, nothing changes.
     *
     * @param verify - called with the locked account; what it throws ends the change
     * @throws AppError `account.not_found`
     */
    async revokeInvitation(id: string, actor: Actor, verify: Verify): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, id);
        verify(account);
        const { username } = account;
        if (!(await revokeInvitations(trx, id))) return;
        await recordAct(trx, actor, { action: 'user.invite_revoke', subjectId: id, subjectName: username });
      });
    },

    /** @throws AppError `account.not_found` */
    async setPlan(id: string, plan: PlanKey, actor: Actor): Promise<AccountRow> {
      const row = await db
        .transaction()
        .execute(async (trx) => write(trx, actor, await lockAccount(trx, id), { plan }, 'user.plan'));
      sessions.forgetAccount(id);
      return row;
    },

    /**
     * @param verify - called with the locked account; what it throws ends the change
     * @throws AppError `account.not_found`, `account.last_admin`
     */
    async setRole(id: string, role: Role, actor: Actor, verify: Verify): Promise<AccountRow> {
      const row = await db.transaction().execute(async (trx) => {
        keepAnAdmin(await lockAdmins(trx), id, { role });
        const account = await lockAccount(trx, id);
        verify(account);
        // Creating a viewer, with an invitation, takes no password of the administrator who does it, so such a link must
        // not open the account of an administrator. The lock on the account keeps other invitations from being made until
        // the role is written.
        if (role === 'admin') await revokeInvitations(trx, id);
        return write(trx, actor, account, { role }, 'user.role');
      });
      sessions.forgetAccount(id);
      return row;
    },

    /**
     * Sets whether an account is active, and its expiry date; a value that is `undefined` is not changed. Setting
     * whether the account is active also decides on a registration that awaits approval.
     *
     * @param verify - called with the locked account; what it throws ends the change
     * @throws AppError `account.not_found`, `account.last_admin`
     */
    async setStatus(
      id: string,
      { isActive, expiresAt }: { isActive: boolean | undefined; expiresAt: Date | null | undefined },
      actor: Actor,
      verify: Verify,
    ): Promise<AccountRow> {
      const status = {
        ...(isActive !== undefined && { is_active: isActive }),
        ...(expiresAt !== undefined && { expires_at: expiresAt }),
      };
      const { row, settle } = await db.transaction().execute(async (trx) => {
        keepAnAdmin(await lockAdmins(trx), id, status);
        const account = await lockAccount(trx, id);
        verify(account);
        if (isActive === false) await revokeInvitations(trx, id);
        const isApproval = account.awaits_approval && isActive === true;
        const change = { ...status, ...(isActive !== undefined && { awaits_approval: false }) };
        return {
          row: await write(trx, actor, account, change, isApproval ? 'user.approve' : 'user.status'),
          settle: isActive === false ? await sessions.endWithin(trx, id) : () => sessions.forgetAccount(id),
        };
      });
      settle();
      return row;
    },

    /**
     * Gives an account a one-time password and ends the person's sessions.
     *
     * @throws AppError `account.not_found`
     */
    async resetPassword(id: string, passwordHash: string, actor: Actor): Promise<void> {
      const settle = await db.transaction().execute(async (trx) => {
        const account = await lockAccount(trx, id);
        await setOneTimePassword(trx, account, passwordHash, actor);
        return sessions.endWithin(trx, id);
      });
      settle();
    },

    /**
     * Gives an administrator a one-time password, activates their account without an expiry date, and turns their
     * second factor off.
     *
     * @param username - which administrator; `undefined` for the oldest one
     * @returns the account, and whether its second factor was on; `undefined` when no administrator has this name
     */
    async resetAdmin(username: string | undefined, passwordHash: string, actor: Actor) {
      const done = await db.transaction().execute(async (trx) => {
        const row = await reactivateAdmin(trx, username, passwordHash, actor);
        if (row === undefined) return undefined;
        const hadSecondFactor = await secondFactors.remove(trx, row, actor);
        return { row, hadSecondFactor, settle: await sessions.endWithin(trx, row.id) };
      });
      done?.settle();
      return done;
    },
  };
}

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;

/** Decides on the plan of a locked account. @returns the new plan; `undefined` to leave the present one */
export type ChoosePlan = (trx: Kysely<Database>, account: { plan: string }) => Promise<PlanKey | undefined>;

/**
 * Changes the plan of an account together with what other tables hold about it, in one transaction that holds a lock on
 * the account's row.
 *
 * @throws AppError `account.not_found`
 */
export async function choosePlan(
  { db, sessions }: { db: Kysely<Database>; sessions: Pick<DeviceSessions, 'forgetAccount'> },
  id: string,
  actor: Actor,
  choose: ChoosePlan,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id);
    const plan = await choose(trx, account);
    if (plan !== undefined) await write(trx, actor, account, { plan }, 'user.plan');
  });
  sessions.forgetAccount(id);
}

/** Reads an account and locks its row until the transaction ends. @throws AppError `account.not_found` */
async function lockAccount(trx: Transaction<Database>, id: string): Promise<AccountRow> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw new AppError('account.not_found');
  return row;
}

/**
 * Writes an administrator's change of an account and records it in the audit log; a change without effect is neither
 * written nor recorded.
 *
 * @returns the whole account
 */
async function write(
  trx: Transaction<Database>,
  actor: Actor,
  account: AccountRow,
  change: Change,
  action: string,
): Promise<AccountRow> {
  const difference = changedFields(describe(account), describe({ ...account, ...change }));
  if (difference === undefined) return account;
  const row = await trx
    .updateTable('account')
    .set({ ...change, updated_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordAct(trx, actor, {
    action,
    subjectId: account.id,
    subjectName: account.username,
    ...difference,
  });
  return row;
}

async function setOneTimePassword(
  trx: Transaction<Database>,
  { id, username }: AccountRow,
  passwordHash: string,
  actor: Actor,
): Promise<void> {
  await trx
    .updateTable('account')
    .set({ ...oneTime(passwordHash), updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await revokeInvitations(trx, id);
  await recordAct(trx, actor, { action: 'user.password', subjectId: id, subjectName: username });
}

/**
 * Reactivates the account of an administrator, with a one-time password and without an expiry date.
 *
 * @returns the account; `undefined` when no administrator has this name
 */
async function reactivateAdmin(
  trx: Transaction<Database>,
  username: string | undefined,
  passwordHash: string,
  actor: Actor,
): Promise<AccountRow | undefined> {
  const account = await trx
    .selectFrom('account')
    .selectAll()
    .where('role', '=', 'admin')
    .$if(username !== undefined, (query) => query.where('username_folded', '=', foldUsername(username ?? '')))
    // Among the administrators that may get a one-time password, one of the demo is chosen last, because removing the
    // demo removes that account too.
    .orderBy('is_demo')
    .orderBy('created_at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (account === undefined) return undefined;
  const change = { is_active: true, expires_at: null };
  const row = await trx
    .updateTable('account')
    .set({ ...change, ...oneTime(passwordHash), updated_at: sql<Date>`now()` })
    .where('id', '=', account.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await revokeInvitations(trx, row.id);
  await recordAct(trx, actor, {
    action: 'user.password',
    subjectId: row.id,
    subjectName: row.username,
    ...changedFields(describe(account), describe(row)),
  });
  return row;
}

/** Changes an account in a transaction that holds a lock on its row. @throws AppError `account.not_found` */
export function changeAccount(
  db: Kysely<Database>,
  id: string,
  change: (trx: Transaction<Database>, account: AccountRow) => Promise<void>,
): Promise<AccountRow> {
  return db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, id);
    await change(trx, account);
    return account;
  });
}

const describeCreation = ({ id, username, role, plan, expires_at: expiresAt }: AccountRow) => ({
  action: 'user.create',
  subjectId: id,
  subjectName: username,
  after: { role, plan, ...(expiresAt !== null && { expiresAt }) },
});

/** The columns of an account that administrators change, under their names in the API. */
const describe = ({ plan, role, is_active, expires_at, awaits_approval }: AccountRow) => ({
  plan,
  role,
  isActive: is_active,
  expiresAt: expires_at,
  awaitsApproval: awaits_approval,
});
