import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { createSecondFactors, removeSecondFactor, type SecondFactorNeeds } from './change-second-factor.ts';
import { secondFactorRows } from './second-factor.repository.ts';
import {
  serveSecondFactor,
  type SecondFactorAccounts,
  type SecondFactorSessions,
} from './second-factor.routes.ts';

export { resealSecondFactors } from './seal-secret.ts';

/** The second-factor feature: codes that an administrator gives besides the password when they sign in. */
export interface SecondFactor {
  /**
   * Checks the code of a sign-in in the transaction that opens the session. An account whose second factor is not on
   * needs none.
   *
   * @throws AppError `credentials.code_required`, `credentials.code_wrong`, `limit.login`
   */
  admit(trx: Kysely<Database>, accountId: string, code: string | undefined): Promise<void>;
  /** Turns the second factor of an account off and records it in the audit log. @returns whether it was on */
  remove(trx: Kysely<Database>, account: { id: string; username: string }, actor: Actor): Promise<boolean>;
  /** Finds which of the given accounts have a second factor that is on. */
  listOn(accountIds: readonly string[]): Promise<Set<string>>;
  routes(
    serve: ServeEndpoint<Session>,
    needs: { accounts: SecondFactorAccounts; sessions: SecondFactorSessions },
  ): void;
}

export function secondFactorFeature(given: SecondFactorNeeds): SecondFactor {
  const { db } = given;
  const secondFactors = createSecondFactors(given);
  return {
    admit: secondFactors.admit,
    remove: removeSecondFactor,
    listOn: (accountIds) => secondFactorRows.listOn(db, accountIds),
    routes: (serve, needs) => serveSecondFactor(serve, secondFactors, needs),
  };
}
