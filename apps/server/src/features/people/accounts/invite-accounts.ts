import { recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { NewInvitation } from './invitation-token.ts';
import { insertInvitation, revokeInvitations } from './invitations.repository.ts';
import { lockAccount, type Verify } from './lock-account.ts';

/** The acts of administrators on invitations; each and its entry in the audit log are one transaction. */
export const createInvitationActs = (db: Kysely<Database>) => ({
  /**
   * Gives an account a new invitation, which replaces an earlier one.
   *
   * @param verify - called with the locked account; what it throws ends the change
   * @throws AppError `account.not_found`
   */
  async invite(id: string, invitation: NewInvitation, actor: Actor, verify: Verify): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const account = await lockAccount(trx, id);
      verify(account);
      await insertInvitation(trx, id, invitation);
      await recordAct(trx, actor, {
        action: 'user.invite',
        subjectId: id,
        subjectName: account.username,
        after: { expiresAt: invitation.expiresAt },
      });
    });
  },

  /** Ends the unused invitation of an account; without one, nothing changes. @throws AppError `account.not_found` */
  async revokeInvitation(id: string, actor: Actor): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const { username } = await lockAccount(trx, id);
      if (!(await revokeInvitations(trx, id))) return;
      await recordAct(trx, actor, { action: 'user.invite_revoke', subjectId: id, subjectName: username });
    });
  },
});
