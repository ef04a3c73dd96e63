import type { SessionUser } from '@butaca/contract';
import type { AccountRow, Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { toSessionUser } from './accounts.view.ts';

/**
 * Checks a sign-in again in the transaction that opens the session: between the verification of the password and this
 * transaction, the password may have been changed, or a one-time password may have been used.
 *
 * @throws AppError `credentials.invalid`, `credentials.used`, `account.inactive`
 */
export async function admitSignIn(
  trx: Kysely<Database>,
  verified: Pick<AccountRow, 'id' | 'password_hash'>,
): Promise<void> {
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
}

/**
 * Reads the person for whom a session is opened without their password, because they have let the device in from
 * another one.
 *
 * @throws AppError `account.inactive`
 */
export async function readLetIn(trx: Kysely<Database>, accountId: string, now: Date): Promise<SessionUser> {
  const row = await trx.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst();
  if (row === undefined || !row.is_active) throw new AppError('account.inactive');
  if (row.expires_at !== null && row.expires_at.getTime() <= now.getTime())
    throw new AppError('account.inactive');
  return toSessionUser({ ...row, mustChangePassword: row.has_one_time_password });
}
