/*
 * The second factor of an account: codes of an authenticator app (TOTP, RFC 6238) and recovery codes. Whoever signs in
 * to an account whose second factor is on must give a code besides the password.
 *
 * A code is valid for its time step of 30 seconds, the step before and the step after; each step is admitted once. The
 * newest used steps are kept instead of the latest one only: after the clock of the machine was set back, new codes come
 * from earlier steps, and codes that were used before must not be admitted when the clock reaches their steps again. A
 * recovery code is deleted when it is used. Both happen in the transaction that opens the session, so a code that opened
 * no session is not used up, and of two sign-ins with the same code only one succeeds.
 *
 * The app's secret is stored sealed with the installation's sealing key. Backups contain neither: the second factor
 * belongs to the installation, as the sealing key does, and a restore keeps it.
 */
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, isAppError } from '../../../platform/http/app-error.ts';
import { holdInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { openValue } from '../../../platform/sealed-value.ts';
import type { GuessGuards } from '../../../shared/guess-guard.ts';
import { findStep } from './authenticator.ts';
import { hashRecoveryCode, isUnguessable } from './recovery-code.ts';
import { ownerOf } from './seal-secret.ts';
import { secondFactorRows } from './second-factor.repository.ts';

/**
 * After five wrong codes for an account within 15 minutes, one further code is checked every five minutes. The wrong codes
 * of each device that the account has used count for that device alone, so that somebody who knows the password cannot
 * keep the owner out with wrong codes from elsewhere. Recovery codes of 120 bits are never slowed.
 */
const codePace = { freeFailures: 5, delayMs: 5 * 60_000 };

const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * Checks a code of an account's second factor, and uses it up in the caller's transaction.
 *
 * @param wrong - the error for a wrong code
 * @param knownDeviceId - the device from which somebody signs in, if the account has used it before
 * @throws AppError `limit.login` after too many wrong codes, or the error `wrong`
 */
export type CodeCheck = (
  trx: Kysely<Database>,
  accountId: string,
  code: string,
  wrong: 'credentials.code_wrong' | 'verification.code_wrong',
  knownDeviceId?: string,
) => Promise<void>;

/** Creates the check of codes, which limits the guessing of codes of one account. */
export function createCodeCheck(clock: Clock, guessGuards: GuessGuards): CodeCheck {
  const guesses = guessGuards('codes', codePace);

  async function use(trx: Kysely<Database>, accountId: string, code: string): Promise<boolean> {
    if (!isAppCode(code)) {
      return secondFactorRows.useRecoveryCode(trx, accountId, hashRecoveryCode(accountId, code));
    }
    const key = await holdInstanceSecret(trx, sealingKeyName);
    const row = await secondFactorRows.find(trx, accountId);
    const secret = row && openValue(key, ownerOf(accountId), row.sealed_secret);
    const step = secret && findStep(secret, code, clock.now());
    return step !== undefined && secondFactorRows.useStep(trx, accountId, step);
  }

  return async (trx, accountId, typed, wrong, knownDeviceId) => {
    const code = typed.replaceAll(/\s/g, '');
    const attempt = async () => {
      if (!(await use(trx, accountId, code))) throw new AppError(wrong);
    };
    if (isUnguessable(code)) return attempt();
    const guesser = knownDeviceId === undefined ? accountId : `${accountId} ${knownDeviceId}`;
    return guesses.run(guesser, attempt, isAppError(wrong));
  };
}
