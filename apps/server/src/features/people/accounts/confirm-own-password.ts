import { currentPasswordMissing } from '@butaca/contract';
import type { AccountRow } from '@butaca/db';
import { AppError, isAppError } from '../../../platform/http/app-error.ts';
import type { GuessGuards } from '../../../shared/guess-guard.ts';
import type { Session } from '../../../shared/session.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { LoginAttempts } from './login-attempts.ts';
import type { PasswordHasher } from './password.ts';

/** A person who is signed in, and the address from which they call. */
export type Caller = Pick<Session, 'accountId' | 'username'> & { ip: string };

/**
 * Verifies the password of a person who is signed in already, before an operation that somebody with a stolen session
 * must not be able to do. Wrong passwords are counted for the account, whatever the addresses and devices they come
 * from: the thief has the person's own device id.
 *
 * @returns the person's account
 * @throws AppError `account.password_wrong`, `limit.login`
 */
export type OwnPasswordCheck = (caller: Caller, password: string) => Promise<AccountRow>;

export function createOwnPasswordCheck(needs: {
  repository: Pick<AccountsRepository, 'find'>;
  hasher: PasswordHasher;
  attempts: LoginAttempts;
  guessGuards: GuessGuards;
}): OwnPasswordCheck {
  const guesses = needs.guessGuards('own-password');
  return async ({ accountId, username, ip }, password) => {
    await needs.attempts.count(ip, username);
    return guesses.run(
      accountId,
      async () => {
        const account = await needs.repository.find(accountId);
        if (account === undefined || !(await needs.hasher.verify(account.password_hash, password)))
          throw new AppError('account.password_wrong');
        return account;
      },
      isAppError('account.password_wrong'),
    );
  };
}

/** The error of a call that lacks the password of the administrator who calls. */
const passwordMissing = () =>
  new AppError('input.invalid', { details: [{ path: 'currentPassword', message: currentPasswordMissing }] });

/**
 * Verifies the password of the administrator who calls.
 *
 * @throws AppError `input.invalid` when it is missing, `account.password_wrong`, `limit.login`
 */
export async function requirePassword(
  checkOwnPassword: OwnPasswordCheck,
  caller: Caller,
  password: string | undefined,
): Promise<void> {
  if (password === undefined) throw passwordMissing();
  await checkOwnPassword(caller, password);
}

/**
 * Verifies the password of the administrator who calls, if one was sent.
 *
 * @returns a check for the account that the act changes, once its row is locked: an administrator's needs the password.
 *   It throws AppError `input.invalid`
 * @throws AppError `account.password_wrong`, `limit.login`
 */
export async function confirmForAdmins(
  checkOwnPassword: OwnPasswordCheck,
  caller: Caller,
  password: string | undefined,
): Promise<(account: { role: string }) => void> {
  if (password !== undefined) await checkOwnPassword(caller, password);
  return ({ role }) => {
    if (role === 'admin' && password === undefined) throw passwordMissing();
  };
}
