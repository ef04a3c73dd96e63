import {
  defaultPlan,
  listAccounts,
  login,
  logout,
  me,
  register,
  setAccountPlan,
  setAccountStatus,
} from '@butaca/contract';
import { v7 as newId } from 'uuid';
import { AppError } from '../../platform/http/app-error.ts';
import type { MinuteLimit } from '../../platform/http/request-limits.ts';
import type { CallContext, ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import type { AccountSession, DeviceSessions } from './account-session.ts';
import { foldUsername, type AccountRow, type AccountsRepository } from './accounts.repository.ts';
import { toAccount, toSessionUser } from './accounts.view.ts';
import { isWellKnownPassword, type PasswordHasher } from './password.ts';

export interface AccountRoutesNeeds {
  repository: AccountsRepository;
  hasher: PasswordHasher;
  signIn(username: string, password: string): Promise<AccountRow>;
  sessions: DeviceSessions;
  registration: 'open' | 'approval' | 'closed';
  limits: { byAddress: MinuteLimit; byAccount: MinuteLimit };
}

export function serveAccounts(serve: ServeEndpoint<AccountSession>, needs: AccountRoutesNeeds): void {
  const { repository, hasher, sessions, limits } = needs;

  /** Counted before any hashing, so that guessing costs the guesser and not the server. */
  async function countAttempt(context: CallContext<undefined>, username: string): Promise<void> {
    await limits.byAddress.count(context.ip);
    await limits.byAccount.count(`${context.ip} ${foldUsername(username)}`);
  }

  serve(register, async ({ body }, context) => {
    if (needs.registration === 'closed') throw new AppError('registration.closed');
    sessions.requireDevice(context);
    await countAttempt(context, body.username);
    if (isWellKnownPassword(body.password, body.username)) throw new AppError('account.password_weak');
    const account = await repository.insert({
      id: newId(),
      username: body.username,
      passwordHash: await hasher.hash(body.password),
      role: 'user',
      plan: defaultPlan,
      isActive: needs.registration === 'open',
      isDemo: false,
    });
    context.log.info({ accountId: account.id }, 'account registered');
    if (!account.is_active) {
      return { message: 'Registro recibido. Podrás entrar cuando un administrador apruebe tu cuenta.' };
    }
    return { token: await sessions.open(account.id, context), user: toSessionUser(account) };
  });

  serve(login, async ({ body }, context) => {
    sessions.requireDevice(context);
    await countAttempt(context, body.username);
    try {
      const account = await needs.signIn(body.username, body.password);
      const token = await sessions.open(account.id, context);
      context.log.info({ accountId: account.id, ip: context.ip }, 'signed in');
      return { token, user: toSessionUser(account) };
    } catch (error) {
      if (error instanceof AppError)
        context.log.warn({ ip: context.ip, code: error.code }, 'sign-in refused');
      throw error;
    }
  });

  serve(logout, async ({ body }, { session }) => {
    await sessions.end(session.accountId, body.allDevices === true ? undefined : session.deviceId);
    return {
      message: body.allDevices === true ? 'Sesión cerrada en todos los dispositivos.' : 'Sesión cerrada.',
    };
  });

  serve(me, async (_request, { session }) => ({ user: toSessionUser(session) }));

  serve(listAccounts, async ({ query }) => {
    const { rows, total } = await repository.listPage(query.page, query.limit, query.search ?? '');
    return {
      users: rows.map(toAccount),
      page: query.page,
      totalPages: Math.ceil(total / query.limit),
      total,
    };
  });

  serve(setAccountPlan, async ({ params, body }, { log, session }) => {
    const account = await repository.setPlan(params.id, body.plan);
    if (account === undefined) throw new AppError('account.not_found');
    sessions.forgetAccount(account.id);
    log.info({ accountId: account.id, plan: body.plan, by: session.accountId }, 'plan changed');
    return toAccount(account);
  });

  serve(setAccountStatus, async ({ params, body }, { log, session }) => {
    const expiresAt = typeof body.expiresAt === 'string' ? new Date(body.expiresAt) : body.expiresAt;
    const account = await repository.setStatus(params.id, body.isActive, expiresAt);
    if (account === undefined) throw new AppError('account.not_found');
    sessions.forgetAccount(account.id);
    if (!account.is_active) await sessions.end(account.id);
    log.info({ accountId: account.id, isActive: account.is_active, by: session.accountId }, 'status changed');
    return toAccount(account);
  });
}
