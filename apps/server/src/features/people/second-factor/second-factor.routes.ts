import {
  beginSecondFactor,
  confirmSecondFactor,
  endAccountSecondFactor,
  endSecondFactor,
  getSecondFactor,
  type Account,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { removeSecondFactor, type SecondFactors } from './change-second-factor.ts';

export interface SecondFactorAccounts {
  /** Verifies the password of the person who calls. @throws AppError `account.password_wrong`, `limit.login` */
  confirmPassword(
    person: Pick<Session, 'accountId' | 'username'> & { ip: string },
    password: string,
  ): Promise<void>;
  /** Changes an account in a transaction that holds a lock on its row. @throws AppError `account.not_found` */
  change(
    id: string,
    change: (trx: Kysely<Database>, account: { id: string; username: string }) => Promise<void>,
  ): Promise<Account>;
}

/** The functions of the devices feature that the endpoints of second factors call. */
export interface SecondFactorSessions {
  /** Ends the sessions of an account except that of one device. @returns a function to call after the commit */
  endWithin(trx: Kysely<Database>, accountId: string, exceptDeviceId: string): Promise<() => void>;
}

/** Serves the endpoints of the second factor: the person's own, and the one that turns off that of somebody else. */
export function serveSecondFactor(
  serve: ServeEndpoint<Session>,
  secondFactors: SecondFactors,
  { accounts, sessions }: { accounts: SecondFactorAccounts; sessions: SecondFactorSessions },
): void {
  const personOf = ({ accountId, username }: Session) => ({ id: accountId, username });

  serve(getSecondFactor, async (_request, { session }) => secondFactors.read(session.accountId));

  serve(beginSecondFactor, async ({ body }, { session, ip }) => {
    await accounts.confirmPassword({ ...session, ip }, body.currentPassword);
    return secondFactors.begin(personOf(session));
  });

  serve(confirmSecondFactor, async ({ body }, { session, log }) => {
    const { recoveryCodes, done } = await secondFactors.confirm(personOf(session), body.code, (trx) =>
      sessions.endWithin(trx, session.accountId, session.deviceId),
    );
    done();
    log.info({ accountId: session.accountId }, 'second factor turned on');
    return { recoveryCodes };
  });

  serve(endSecondFactor, async ({ body }, { session, ip, log }) => {
    await accounts.confirmPassword({ ...session, ip }, body.currentPassword);
    await secondFactors.end(personOf(session), body.code);
    log.info({ accountId: session.accountId }, 'second factor turned off');
    return { message: 'Verificación en dos pasos desactivada.' };
  });

  serve(endAccountSecondFactor, async ({ params, body }, { session, ip, log }) => {
    // A person's own second factor takes a code to turn off; otherwise a stolen session could turn it off.
    if (params.id === session.accountId) throw new AppError('account.own_second_factor');
    await accounts.confirmPassword({ ...session, ip }, body.currentPassword);
    const account = await accounts.change(params.id, async (trx, row) => {
      if (!(await removeSecondFactor(trx, row, session))) throw new AppError('verification.off');
    });
    log.info({ accountId: account._id, by: session.accountId }, 'second factor of an account turned off');
    return account;
  });
}
