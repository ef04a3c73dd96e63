import type { Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';

export function createInvitationsRepository(db: Kysely<Database>) {
  return {
    /** Finds an invitation, also a used, revoked or expired one, with the name of its account. */
    find: (tokenHash: Buffer, within: Kysely<Database> = db) =>
      within
        .selectFrom('invitation')
        .innerJoin('account', 'account.id', 'invitation.account_id')
        .select(['invitation.account_id', 'invitation.expires_at', 'invitation.used_at'])
        .select(['invitation.revoked_at', 'account.username', 'account.is_active'])
        .select('account.expires_at as account_expires_at')
        .where('invitation.token_hash', '=', tokenHash)
        .executeTakeFirst(),

    /** Lists until when the given accounts have an invitation that can be used, by account id. */
    async listOpen(accountIds: readonly string[], now: Date): Promise<Map<string, Date>> {
      if (accountIds.length === 0) return new Map();
      const rows = await db
        .selectFrom('invitation')
        .select(['account_id', 'expires_at'])
        .where('account_id', 'in', [...accountIds])
        .where('used_at', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .execute();
      return new Map(rows.map((row) => [row.account_id, row.expires_at]));
    },
  };
}

export type InvitationsRepository = ReturnType<typeof createInvitationsRepository>;
export type InvitationRow = NonNullable<Awaited<ReturnType<InvitationsRepository['find']>>>;

/** How long an invitation is kept after it has expired, so that its link is still answered with the reason. */
const keptDays = 90;

/** Stores a new invitation of an account, whose row the caller has locked; an earlier one of the account ends. */
export async function insertInvitation(
  trx: Transaction<Database>,
  accountId: string,
  { tokenHash, expiresAt }: { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await revokeInvitations(trx, accountId);
  await trx
    .deleteFrom('invitation')
    .where('account_id', '=', accountId)
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
    .execute();
  await trx
    .insertInto('invitation')
    .values({ token_hash: tokenHash, account_id: accountId, expires_at: expiresAt })
    .execute();
}

/** Revokes the invitation of an account that was not used yet. @returns whether there was one */
export async function revokeInvitations(trx: Kysely<Database>, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Marks an invitation as used. @returns `false` when it was used or revoked already */
export async function markUsed(trx: Kysely<Database>, tokenHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitation')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
