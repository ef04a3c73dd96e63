import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { AccountRoutesNeeds } from './accounts.routes.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { revokeInvitations } from './invitations.repository.ts';

/**
 * Creates the function that, in one transaction, stores a person's new password and ends their sessions on all other
 * devices.
 */
export function createOwnPasswordChange(
  db: Kysely<Database>,
  repository: AccountsRepository,
  sessions: DeviceSessions,
): AccountRoutesNeeds['changeOwnPassword'] {
  return async (accountId, { deviceId, ...hashes }) => {
    const settle = await db.transaction().execute(async (trx) => {
      if (!(await repository.setOwnPassword(trx, accountId, hashes))) {
        throw new AppError('account.password_wrong');
      }
      // An unused invitation is a second way into the account, which its person no longer needs.
      await revokeInvitations(trx, accountId);
      return sessions.endWithin(trx, accountId, deviceId);
    });
    settle();
  };
}
