import { recordAct, type Actor, type Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { holdInstanceSecret, sealingKeyName } from '../../../platform/instance-secret.ts';
import { sealValue } from '../../../platform/sealed-value.ts';
import type { GuessGuards } from '../../../shared/guess-guard.ts';
import { describeSecret, newSecret } from './authenticator.ts';
import { createCodeCheck } from './check-code.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import { ownerOf } from './seal-secret.ts';
import { secondFactorRows } from './second-factor.repository.ts';

interface Person {
  id: string;
  username: string;
}

export interface SecondFactorNeeds {
  db: Kysely<Database>;
  clock: Clock;
  guessGuards: GuessGuards;
}

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** Creates the functions that turn second factors on and off, and check them when somebody signs in. */
export function createSecondFactors({ db, clock, guessGuards }: SecondFactorNeeds) {
  const check = createCodeCheck(clock, guessGuards);

  return {
    async read(accountId: string) {
      const row = await secondFactorRows.find(db, accountId);
      const since = row?.confirmed_at ?? null;
      return {
        isOn: since !== null,
        since: since?.toISOString() ?? null,
        recoveryCodesLeft: since === null ? 0 : await secondFactorRows.countRecoveryCodes(db, accountId),
      };
    },

    /** Checks the code of a sign-in; an account whose second factor is not on needs none. */
    async admit(
      trx: Kysely<Database>,
      accountId: string,
      code: string | undefined,
      knownDeviceId?: string,
    ): Promise<void> {
      if ((await stateOf(trx, accountId)) !== 'on') return;
      if (code === undefined) throw new AppError('credentials.code_required');
      await check(trx, accountId, code, 'credentials.code_wrong', knownDeviceId);
    },

    /** Makes a new secret for a person, which is not on before `confirm`. @throws AppError `verification.on` */
    async begin({ id, username }: Person): Promise<{ secret: string; address: string }> {
      const secret = newSecret();
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, id);
        if ((await stateOf(trx, id)) === 'on') throw new AppError('verification.on');
        const key = await holdInstanceSecret(trx, sealingKeyName);
        await secondFactorRows.begin(trx, id, sealValue(key, ownerOf(id), secret));
      });
      return describeSecret(secret, username);
    },

    /**
     * Turns a second factor on, given a code of its new secret.
     *
     * @param alongside - called in the same transaction; its result is returned too
     * @returns the recovery codes
     * @throws AppError `verification.not_begun`, `verification.on`, `verification.code_wrong`, `limit.login`
     */
    async confirm<T>(
      { id, username }: Person,
      code: string,
      alongside: (trx: Kysely<Database>) => Promise<T>,
    ): Promise<{ recoveryCodes: string[]; done: T }> {
      const recoveryCodes = newRecoveryCodes();
      return db.transaction().execute(async (trx) => {
        await lockAccount(trx, id);
        const state = await stateOf(trx, id);
        if (state !== 'begun')
          throw new AppError(state === 'on' ? 'verification.on' : 'verification.not_begun');
        await check(trx, id, code, 'verification.code_wrong');
        const codeHashes = recoveryCodes.map((each) => hashRecoveryCode(id, each));
        await secondFactorRows.confirm(trx, id, codeHashes);
        const act = { action: 'user.second_factor_on', subjectId: id, subjectName: username };
        await recordAct(trx, { accountId: id, username }, act);
        return { recoveryCodes, done: await alongside(trx) };
      });
    },

    /**
     * Turns a person's own second factor off.
     *
     * @throws AppError `verification.off`, `verification.code_wrong`, `limit.login`
     */
    async end({ id, username }: Person, code: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await lockAccount(trx, id);
        if ((await stateOf(trx, id)) !== 'on') throw new AppError('verification.off');
        await check(trx, id, code, 'verification.code_wrong');
        await removeSecondFactor(trx, { id, username }, { accountId: id, username });
      });
    },
  };
}

/** Turns the second factor of an account off and records it in the audit log. @returns whether it was on */
export async function removeSecondFactor(
  trx: Kysely<Database>,
  { id, username }: Person,
  actor: Actor,
): Promise<boolean> {
  if (!(await secondFactorRows.remove(trx, id))) return false;
  await recordAct(trx, actor, {
    action: 'user.second_factor_off',
    subjectId: id,
    subjectName: username,
  });
  return true;
}

/** Whether an account's second factor is on, or the person has begun to turn it on. */
async function stateOf(db: Kysely<Database>, accountId: string): Promise<'off' | 'begun' | 'on'> {
  const row = await secondFactorRows.find(db, accountId);
  if (row === undefined) return 'off';
  return row.confirmed_at === null ? 'begun' : 'on';
}

/** Locks the row of an account, so that its sign-ins and the changes of its second factor run one after the other. */
const lockAccount = (trx: Kysely<Database>, accountId: string) =>
  trx.selectFrom('account').select('id').where('id', '=', accountId).forUpdate().execute();
