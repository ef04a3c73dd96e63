import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';

export interface AccountSecondFactors {
  /**
   * Checks the code of a sign-in in the transaction that opens the session.
   *
   * @param knownDeviceId - the device that signs in, if the account has used it before: its wrong codes count apart
   * @throws AppError `credentials.code_required`, `credentials.code_wrong`, `limit.login`
   */
  admit(
    trx: Kysely<Database>,
    accountId: string,
    code: string | undefined,
    knownDeviceId?: string,
  ): Promise<void>;
  /** Turns the second factor of an account off and records it in the audit log. @returns whether it was on */
  remove(trx: Kysely<Database>, account: { id: string; username: string }, actor: Actor): Promise<boolean>;
  /** Finds which of the given accounts have a second factor that is on. */
  listOn(accountIds: readonly string[]): Promise<Set<string>>;
}
