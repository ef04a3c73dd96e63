import { changePassword, login, logout, me, register, type PlanKey } from '@butaca/contract';
import type { AccountRow } from '@butaca/db';
import { v7 as newId } from 'uuid';
import { AppError, isAppError } from '../../../platform/http/app-error.ts';
import type { CallLimit } from '../../../platform/http/request-limits.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { AccountSession, DeviceSessions } from './device-sessions.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { AccountSecondFactors } from './account-second-factors.ts';
import { admitSignIn } from './admit-sign-in.ts';
import type { OwnPasswordCheck } from './confirm-own-password.ts';
import { foldUsername } from './fold-username.ts';
import type { GuessGuard } from '../../../shared/guess-guard.ts';
import type { LoginAttempts } from './login-attempts.ts';
import { toSessionUser } from './accounts.view.ts';
import { isWellKnownPassword, type PasswordHasher } from './password.ts';

export interface AccountRoutesNeeds {
  repository: AccountsRepository;
  hasher: PasswordHasher;
  signIn(username: string, password: string): Promise<AccountRow>;
  secondFactors: Pick<AccountSecondFactors, 'admit'>;
  sessions: DeviceSessions;
  checkOwnPassword: OwnPasswordCheck;
  /**
   * Stores the password that a person has chosen, and ends their sessions on all other devices.
   *
   * @throws AppError `account.password_wrong` when the stored password is no longer the one that was verified
   */
  changeOwnPassword(
    accountId: string,
    change: { verifiedHash: string; newHash: string; deviceId: string },
  ): Promise<void>;
  registration: 'open' | 'approval' | 'closed';
  newAccountPlan(): Promise<PlanKey>;
  guesses: GuessGuard;
  attempts: LoginAttempts;
  registrations: CallLimit;
}

export function serveAccounts(serve: ServeEndpoint<AccountSession>, needs: AccountRoutesNeeds): void {
  const { repository, hasher, sessions, guesses, attempts } = needs;

  serve(register, async ({ body }, context) => {
    if (needs.registration === 'closed') throw new AppError('registration.closed');
    sessions.requireDevice(context);
    await attempts.count(context.ip, body.username);
    if (isWellKnownPassword(body.password, body.username)) throw new AppError('account.password_weak');
    await needs.registrations.count(context.ip);
    const account = await repository.insert({
      id: newId(),
      username: body.username,
      passwordHash: await hasher.hash(body.password),
      role: 'user',
      plan: await needs.newAccountPlan(),
      isActive: needs.registration === 'open',
      isDemo: false,
      awaitsApproval: needs.registration === 'approval',
    });
    context.log.info({ accountId: account.id }, 'account registered');
    if (!account.is_active) {
      return { message: 'Registro recibido. Podrás entrar cuando un administrador apruebe tu cuenta.' };
    }
    const token = await sessions.open(account.id, context);
    return { token, user: toSessionUser({ ...account, mustChangePassword: false }) };
  });

  serve(login, async ({ body }, context) => {
    const deviceId = sessions.requireDevice(context);
    const username = foldUsername(body.username);
    await attempts.count(context.ip, body.username);
    const isKnownDevice = async (): Promise<boolean> => {
      const account = await repository.findByUsername(body.username);
      return account !== undefined && (await sessions.nameOf(account.id, deviceId)) !== undefined;
    };
    const signIn = async () => {
      try {
        const account = await needs.signIn(body.username, body.password);
        const isKnown =
          body.code !== undefined && (await sessions.nameOf(account.id, deviceId)) !== undefined;
        const token = await sessions.open(account.id, context, async (trx) => {
          await admitSignIn(trx, account);
          await needs.secondFactors.admit(trx, account.id, body.code, isKnown ? deviceId : undefined);
        });
        context.log.info({ accountId: account.id, ip: context.ip }, 'signed in');
        const user = toSessionUser({ ...account, mustChangePassword: account.has_one_time_password });
        return { token, user };
      } catch (error) {
        if (error instanceof AppError) {
          // The entered name is not logged: people enter their password in its field by mistake.
          const accountId = (await repository.findByUsername(body.username))?.id;
          context.log.warn({ accountId, ip: context.ip, code: error.code }, 'sign-in refused');
        }
        throw error;
      }
    };
    return guesses.run(username, signIn, isAppError('credentials.invalid'), isKnownDevice);
  });

  serve(logout, async ({ body }, { session }) => {
    await sessions.end(session.accountId, body.allDevices === true ? undefined : session.deviceId);
    return {
      message: body.allDevices === true ? 'Sesión cerrada en todos los dispositivos.' : 'Sesión cerrada.',
    };
  });

  serve(me, async (_request, { session }) => ({ user: toSessionUser(session) }));

  serve(changePassword, async ({ body }, context) => {
    const { accountId, username, deviceId } = context.session;
    const account =
      body.currentPassword === undefined
        ? await repository.findFreshOneTime(accountId, deviceId)
        : await needs.checkOwnPassword({ accountId, username, ip: context.ip }, body.currentPassword);
    if (account === undefined) throw new AppError('account.password_required');
    const isSame =
      body.currentPassword === undefined
        ? await hasher.verify(account.password_hash, body.newPassword)
        : body.newPassword === body.currentPassword;
    if (isSame) throw new AppError('account.password_same');
    if (isWellKnownPassword(body.newPassword, username)) throw new AppError('account.password_weak');
    const newHash = await hasher.hash(body.newPassword);
    await needs.changeOwnPassword(accountId, { verifiedHash: account.password_hash, newHash, deviceId });
    context.log.info({ accountId }, 'own password changed');
    return { message: 'Contraseña cambiada.' };
  });
}
