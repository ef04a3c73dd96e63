import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { hashInvitationToken } from './invitation-token.ts';
import { markUsed, type InvitationRow, type InvitationsRepository } from './invitations.repository.ts';

/**
 * Decides whether an invitation can be used.
 *
 * @throws AppError `invitation.invalid`, `invitation.used`, `invitation.revoked`, `invitation.expired`,
 * `account.inactive`
 */
export function admitInvitation(found: InvitationRow | undefined, now: Date): InvitationRow {
  if (found === undefined) throw new AppError('invitation.invalid');
  if (found.used_at !== null) throw new AppError('invitation.used');
  if (found.revoked_at !== null) throw new AppError('invitation.revoked');
  if (found.expires_at <= now) throw new AppError('invitation.expired');
  const hasExpired = found.account_expires_at !== null && found.account_expires_at <= now;
  if (!found.is_active || hasExpired) throw new AppError('account.inactive');
  return found;
}

/**
 * Creates the function that uses an invitation: it stores the password that the person has chosen, and ends all sessions
 * of the account. Of two uses at once, one is refused.
 *
 * @throws AppError as `admitInvitation`
 */
export function createInvitationAcceptance(
  db: Kysely<Database>,
  invitations: InvitationsRepository,
  sessions: Pick<DeviceSessions, 'endWithin'>,
) {
  return async (token: string, passwordHash: string, now: Date): Promise<InvitationRow> => {
    const tokenHash = hashInvitationToken(token);
    const { invitation, settle } = await db.transaction().execute(async (trx) => {
      const { account_id: accountId } = admitInvitation(await invitations.find(tokenHash, trx), now);
      await trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
      // With the account locked, the invitation is read again: it may have been used or revoked meanwhile.
      const admitted = admitInvitation(await invitations.find(tokenHash, trx), now);
      if (!(await markUsed(trx, tokenHash))) throw new AppError('invitation.used');
      await trx
        .updateTable('account')
        .set({
          password_hash: passwordHash,
          has_one_time_password: false,
          one_time_password_used_at: null,
          updated_at: sql<Date>`now()`,
        })
        .where('id', '=', accountId)
        .execute();
      return { invitation: admitted, settle: await sessions.endWithin(trx, accountId) };
    });
    settle();
    return invitation;
  };
}
