import type { AccountRow } from '@butaca/db';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { PasswordHasher } from './password.ts';

/**
 * Creates the function that finds the account of a user name and password. An unknown name and a wrong password have
 * the same error and take the same time.
 *
 * @throws AppError `credentials.invalid`; `account.inactive` only after the right password
 */
export function createSignIn(repository: AccountsRepository, hasher: PasswordHasher, clock: Clock) {
  return async (username: string, password: string): Promise<AccountRow> => {
    const account = await repository.findByUsername(username);
    const isMatch = await hasher.verify(account?.password_hash, password);
    if (account === undefined || !isMatch) throw new AppError('credentials.invalid');
    const hasExpired = account.expires_at !== null && account.expires_at.getTime() <= clock.now().getTime();
    if (!account.is_active || hasExpired) throw new AppError('account.inactive');
    return account;
  };
}
