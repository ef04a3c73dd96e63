import { recoveryCodeCount } from '@butaca/contract';
import {
  findAccount,
  keepAct,
  endSessions,
  requireOwnPassword,
  viewFakeAccount,
} from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';
import type { FakeAccount } from './fake-server-memory.ts';

type SecondFactorRoute = Extract<keyof FakeRoutes, `${string}/second-factor`>;

/** The only code of an authenticator app that the fake server accepts; it is never used up. */
export const fakeCode = '123456';
/** The secret that the fake server gives to every authenticator app. */
export const fakeSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

const isOn = ({ secondFactor }: FakeAccount): boolean => secondFactor?.since !== undefined;

/** Whether a code is the fake server's own, or one of the account's recovery codes, which it uses up. */
function useCode({ secondFactor }: FakeAccount, code: string): boolean {
  if (code === fakeCode) return true;
  const at = secondFactor?.recoveryCodes.indexOf(code) ?? -1;
  if (at >= 0) secondFactor?.recoveryCodes.splice(at, 1);
  return at >= 0;
}

/** Checks the code of a sign-in to an account that has a second factor. */
export function requireFakeCode(account: FakeAccount, code: string | undefined): void {
  if (!isOn(account)) return;
  if (code === undefined) throw new FakeRefusal('credentials.code_required');
  if (!useCode(account, code)) throw new FakeRefusal('credentials.code_wrong');
}

export const secondFactorRoutes: Pick<FakeRoutes, SecondFactorRoute> = {
  'GET /api/auth/second-factor': (_request, caller) => {
    const account = personOf(caller);
    return {
      isOn: isOn(account),
      since: account.secondFactor?.since ?? null,
      recoveryCodesLeft: account.secondFactor?.recoveryCodes.length ?? 0,
    };
  },
  'POST /api/auth/second-factor': ({ body: { currentPassword } }, caller) => {
    const account = personOf(caller);
    if (currentPassword !== account.password) throw new FakeRefusal('account.password_wrong');
    if (isOn(account)) throw new FakeRefusal('verification.on');
    account.secondFactor = { recoveryCodes: [] };
    const { username } = account;
    return { secret: fakeSecret, address: `otpauth://totp/Butaca:${username}?secret=${fakeSecret}` };
  },
  'PUT /api/auth/second-factor': ({ body: { code } }, caller) => {
    const account = personOf(caller);
    if (account.secondFactor === undefined) throw new FakeRefusal('verification.not_begun');
    if (isOn(account)) throw new FakeRefusal('verification.on');
    if (code !== fakeCode) throw new FakeRefusal('verification.code_wrong');
    const recoveryCodes = Array.from(
      { length: recoveryCodeCount },
      (_none, index) => `reco-very-code-fake-serv-${String(index + 1).padStart(4, '0')}`,
    );
    account.secondFactor = { since: new Date().toISOString(), recoveryCodes: [...recoveryCodes] };
    endSessions(caller, account.username, true);
    keepAct(caller, 'user.second_factor_on', account.username);
    return { recoveryCodes };
  },
  'DELETE /api/auth/second-factor': ({ body: { currentPassword, code } }, caller) => {
    const account = personOf(caller);
    if (currentPassword !== account.password) throw new FakeRefusal('account.password_wrong');
    if (!isOn(account)) throw new FakeRefusal('verification.off');
    if (!useCode(account, code)) throw new FakeRefusal('verification.code_wrong');
    delete account.secondFactor;
    keepAct(caller, 'user.second_factor_off', account.username);
    return { message: 'Verificación en dos pasos desactivada.' };
  },
  'DELETE /api/admin/users/:id/second-factor': ({ params: { id }, body: { currentPassword } }, caller) => {
    const own = personOf(caller);
    if (id === own.username.toLowerCase()) throw new FakeRefusal('account.own_second_factor');
    requireOwnPassword(caller, currentPassword);
    const account = findAccount(caller.memory, id);
    if (!isOn(account)) throw new FakeRefusal('verification.off');
    delete account.secondFactor;
    keepAct(caller, 'user.second_factor_off', account.username);
    return viewFakeAccount(account, caller.memory);
  },
};
