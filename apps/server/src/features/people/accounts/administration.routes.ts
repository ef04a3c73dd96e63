import {
  createAccount,
  listAccounts,
  resetAccountPassword,
  setAccountPlan,
  setAccountRole,
  setAccountStatus,
  type PlanKey,
} from '@butaca/contract';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { AccountSession } from './device-sessions.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import { toAccount } from './accounts.view.ts';
import type { AccountViewer } from './view-accounts.ts';
import type { AccountAdministration } from './administer-accounts.ts';
import type { LinkBasesOf } from '../../../platform/choose-link-bases.ts';
import { confirmForAdmins, requirePassword, type OwnPasswordCheck } from './confirm-own-password.ts';
import { makeInvitation, toInvitation } from './invitation-token.ts';
import { generatePassword, isWellKnownPassword, type PasswordHasher } from './password.ts';

interface AdministrationNeeds {
  repository: AccountsRepository;
  administration: AccountAdministration;
  hasher: PasswordHasher;
  view: AccountViewer;
  checkOwnPassword: OwnPasswordCheck;
  clock: Clock;
  newAccountPlan(): Promise<PlanKey>;
  linkBases: LinkBasesOf;
}

export function serveAccountAdministration(
  serve: ServeEndpoint<AccountSession>,
  needs: AdministrationNeeds,
): void {
  const { repository, administration, hasher, view, checkOwnPassword, clock, newAccountPlan } = needs;
  const confirm = (session: AccountSession, ip: string, password: string | undefined) =>
    requirePassword(checkOwnPassword, { ...session, ip }, password);

  serve(listAccounts, async ({ query }) => {
    const { page, limit, search = '', ...filter } = query;
    const { rows, total } = await repository.listPage(page, limit, { search, ...filter });
    return { users: await view.all(rows), page, totalPages: Math.ceil(total / limit), total };
  });

  serve(createAccount, async ({ body }, { session, ip, headers, log }) => {
    if (body.role === 'admin') await confirm(session, ip, body.currentPassword);
    if (body.password !== undefined && isWellKnownPassword(body.password, body.username)) {
      throw new AppError('account.password_weak');
    }
    const oneTimePassword = body.password === undefined ? generatePassword() : undefined;
    const invitation = oneTimePassword === undefined ? undefined : makeInvitation(clock.now());
    const account = await administration.create(
      {
        id: newId(),
        username: body.username,
        passwordHash: await hasher.hash(body.password ?? oneTimePassword ?? ''),
        role: body.role,
        plan: body.plan ?? (await newAccountPlan()),
        isActive: true,
        isDemo: false,
        expiresAt: readDate(body.expiresAt),
        hasOneTimePassword: oneTimePassword !== undefined,
      },
      session,
      invitation,
    );
    log.info({ accountId: account.id, by: session.accountId }, 'account created');
    return {
      ...toAccount(account, { invitedUntil: invitation?.expiresAt }),
      ...(oneTimePassword !== undefined && { oneTimePassword }),
      ...(invitation !== undefined && { invitation: toInvitation(invitation, needs.linkBases(headers)) }),
    };
  });

  serve(setAccountPlan, async ({ params, body }, { session, log }) => {
    const account = await administration.setPlan(params.id, body.plan, session);
    log.info({ accountId: account.id, plan: body.plan, by: session.accountId }, 'plan changed');
    return view.one(account);
  });

  serve(setAccountStatus, async ({ params, body }, { session, ip, log }) => {
    const verify = await confirmForAdmins(checkOwnPassword, { ...session, ip }, body.currentPassword);
    const status = { isActive: body.isActive, expiresAt: readDate(body.expiresAt) };
    const account = await administration.setStatus(params.id, status, session, verify);
    log.info({ accountId: account.id, isActive: account.is_active, by: session.accountId }, 'status changed');
    return view.one(account);
  });

  serve(setAccountRole, async ({ params, body }, { session, ip, log }) => {
    const verify = await confirmForAdmins(checkOwnPassword, { ...session, ip }, body.currentPassword);
    verify(body);
    const account = await administration.setRole(params.id, body.role, session, verify);
    log.info({ accountId: account.id, role: body.role, by: session.accountId }, 'role changed');
    return view.one(account);
  });

  serve(resetAccountPassword, async ({ params, body }, { session, ip, log }) => {
    // Administrators cannot reset their own password: the new password would be shown once, in a session that the reset
    // ends, so the only administrator could lock themselves out.
    if (params.id === session.accountId) throw new AppError('account.own_password');
    await confirm(session, ip, body.currentPassword);
    const oneTimePassword = generatePassword();
    await administration.resetPassword(params.id, await hasher.hash(oneTimePassword), session);
    log.info({ accountId: params.id, by: session.accountId }, 'password reset');
    return { oneTimePassword };
  });
}

const readDate = (value: string | null | undefined): Date | null | undefined =>
  typeof value === 'string' ? new Date(value) : value;
