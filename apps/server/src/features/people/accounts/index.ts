import type { Account, PlanKey, Role, SessionUser } from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Limits } from '../../../platform/http/request-limits.ts';
import { listNetworkAddresses } from '../../../platform/network-addresses.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { AccountSession, DeviceSessions } from './device-sessions.ts';
import { serveAccountAdministration } from './administration.routes.ts';
import type { AccountSecondFactors } from './account-second-factors.ts';
import {
  changeAccount,
  choosePlan,
  createAccountAdministration,
  type ChoosePlan,
} from './administer-accounts.ts';
import { readLetIn } from './admit-sign-in.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { serveAccounts } from './accounts.routes.ts';
import { chooseLinkBases, type LinkBasesOf } from '../../../platform/choose-link-bases.ts';
import { createInvitationsRepository } from './invitations.repository.ts';
import { serveInvitations } from './invitations.routes.ts';
import type { GuessGuards } from '../../../shared/guess-guard.ts';
import { createLoginAttempts, createRegistrationLimit } from './login-attempts.ts';
import {
  createPasswordHasher,
  generatePassword,
  isWellKnownPassword,
  type PasswordCost,
} from './password.ts';
import { createOwnPasswordChange } from './change-own-password.ts';
import { confirmForAdmins, createOwnPasswordCheck, type Caller } from './confirm-own-password.ts';
import { createSignIn } from './sign-in.ts';
import { createAccountViewer } from './view-accounts.ts';

export type { PasswordCost } from './password.ts';

/** The accounts feature: registration, sign-in, passwords and administration. */
export interface Accounts {
  generatePassword(): string;
  /** Returns the user name of an account; `undefined` when no account has this id. */
  nameOf(accountId: string): Promise<string | undefined>;
  /**
   * Creates the first administrator, unless one exists besides the administrator of the demo data.
   *
   * @returns the user name, and the password if it was generated; `undefined` when an administrator exists
   * @throws AppError `account.password_weak`
   */
  ensureAdmin(given: {
    username: string;
    password: string | undefined;
  }): Promise<{ username: string; generatedPassword: string | undefined } | undefined>;
  /**
   * Gives an administrator a one-time password, activates the account, turns its second factor off and ends its
   * sessions; for `npm run admin:reset`.
   *
   * @returns the one-time password, and whether the second factor was on; `undefined` when no such administrator exists
   */
  resetAdmin(
    username: string | undefined,
  ): Promise<{ username: string; password: string; hadSecondFactor: boolean } | undefined>;
  createDemoAccount(account: {
    username: string;
    password: string;
    role: Role;
    plan: PlanKey;
  }): Promise<string>;
  /**
   * Verifies the password of a person who is signed in already, before an operation (such as downloading a backup) that
   * somebody with a stolen session must not be able to do.
   *
   * @throws AppError `account.password_wrong`, `limit.login`
   */
  confirmPassword(caller: Caller, password: string): Promise<void>;
  /**
   * Checks that an administrator may act on an account; on that of an administrator only with the caller's own password.
   *
   * @returns the user name of the account
   * @throws AppError `account.not_found`, `input.invalid` without the password, `account.password_wrong`, `limit.login`
   */
  admitAct(caller: Caller, accountId: string, password: string | undefined): Promise<string>;
  /**
   * Reads the person for whom a session is opened without their password, within the transaction that opens it.
   *
   * @throws AppError `account.inactive`
   */
  readLetIn(trx: Kysely<Database>, accountId: string): Promise<SessionUser>;
  /**
   * Changes what other tables hold about an account, in a transaction that holds a lock on its row.
   *
   * @returns the account as administrators see it
   * @throws AppError `account.not_found`
   */
  change(
    id: string,
    change: (trx: Kysely<Database>, account: { id: string; username: string }) => Promise<void>,
  ): Promise<Account>;
  /**
   * Changes the plan of an account together with what other tables hold about it, in one transaction that holds a lock
   * on the account's row.
   *
   * @param choose - returns the new plan, or `undefined` to leave it
   * @throws AppError `account.not_found`
   */
  choosePlan(id: string, actor: Actor, choose: ChoosePlan): Promise<void>;
  countAccounts(): Promise<number>;
  countDemoAccounts(): Promise<number>;
  /**
   * Removes the demo's accounts; if the administrator who does this uses a demo account, that account is kept as an
   * ordinary one. Without an actor the removal is not recorded in the audit log.
   */
  removeDemoAccounts(actor: Actor | undefined): Promise<void>;
  routes(serve: ServeEndpoint<AccountSession>): void;
}

/** The actor under whose name the audit log records commands that are run on the server's machine. */
const operator: Actor = { accountId: null, username: 'operador' };

interface AccountsNeeds {
  db: Kysely<Database>;
  clock: Clock;
  sessions: DeviceSessions;
  secondFactors: AccountSecondFactors;
  registration: 'open' | 'approval' | 'closed';
  newAccountPlan(): Promise<PlanKey>;
  /**
   * How many sign-in attempts a minute are admitted for each pair of IP address and account; a single IP address has
   * six times as many. 0 means no limit.
   */
  limits: Limits;
  guessGuards: GuessGuards;
  loginAttemptsPerMinute: number;
  /** How many accounts one IP address may register in 24 hours; 0 means no limit. */
  registrationsPerDay: number;
  /** The address at which the product is reached from outside, as the operator has configured it. */
  publicUrl: string | undefined;
  /** The address on which the server listens. */
  host: string;
  passwordCost: PasswordCost | undefined;
}

/** Sessions belong to the devices feature. */
export function accountsFeature(needs: AccountsNeeds): Accounts {
  const repository = createAccountsRepository(needs.db);
  const administration = createAccountAdministration(needs.db, needs.sessions, needs.secondFactors);
  const invitations = createInvitationsRepository(needs.db);
  const view = createAccountViewer(needs.sessions, needs.secondFactors, (ids) =>
    invitations.listOpen(ids, needs.clock.now()),
  );
  const hasher = createPasswordHasher(needs.passwordCost);
  const attempts = createLoginAttempts(needs.limits, needs.loginAttemptsPerMinute);
  const checkOwnPassword = createOwnPasswordCheck({ ...needs, repository, hasher, attempts });
  const linkBases: LinkBasesOf = (headers) =>
    chooseLinkBases({ ...needs, networkAddresses: listNetworkAddresses() }, headers);

  return {
    generatePassword,
    nameOf: repository.nameOf,
    async ensureAdmin(given) {
      if (await repository.hasAdmin()) return undefined;
      if (given.password !== undefined && isWellKnownPassword(given.password, given.username)) {
        throw new AppError('account.password_weak');
      }
      const password = given.password ?? generatePassword();
      await repository.insert({
        id: newId(),
        username: given.username,
        passwordHash: await hasher.hash(password),
        role: 'admin',
        plan: 'premium',
        isActive: true,
        isDemo: false,
      });
      return {
        username: given.username,
        generatedPassword: given.password === undefined ? password : undefined,
      };
    },
    async resetAdmin(username) {
      const password = generatePassword();
      const reset = await administration.resetAdmin(username, await hasher.hash(password), operator);
      return reset && { username: reset.row.username, password, hadSecondFactor: reset.hadSecondFactor };
    },
    async createDemoAccount(account) {
      const id = newId();
      await repository.insert({
        id,
        username: account.username,
        passwordHash: await hasher.hash(account.password),
        role: account.role,
        plan: account.plan,
        isActive: true,
        isDemo: true,
      });
      return id;
    },
    confirmPassword: async (caller, password) => void (await checkOwnPassword(caller, password)),
    async admitAct(caller, accountId, password) {
      const verify = await confirmForAdmins(checkOwnPassword, caller, password);
      const account = await repository.find(accountId);
      if (account === undefined) throw new AppError('account.not_found');
      verify(account);
      return account.username;
    },
    readLetIn: (trx, accountId) => readLetIn(trx, accountId, needs.clock.now()),
    change: async (id, change) => view.one(await changeAccount(needs.db, id, change)),
    choosePlan: (id, actor, choose) => choosePlan(needs, id, actor, choose),
    countAccounts: repository.countAll,
    countDemoAccounts: repository.countDemo,
    async removeDemoAccounts(actor) {
      for (const id of await repository.removeDemo(actor)) needs.sessions.forgetAccount(id);
    },
    routes(serve) {
      serveAccounts(serve, {
        repository,
        hasher,
        secondFactors: needs.secondFactors,
        signIn: createSignIn(repository, hasher, needs.clock),
        sessions: needs.sessions,
        checkOwnPassword,
        changeOwnPassword: createOwnPasswordChange(needs.db, repository, needs.sessions),
        registration: needs.registration,
        newAccountPlan: needs.newAccountPlan,
        guesses: needs.guessGuards('sign-in'),
        attempts,
        registrations: createRegistrationLimit(needs.limits, needs.registrationsPerDay),
      });
      serveAccountAdministration(serve, {
        repository,
        administration,
        hasher,
        view,
        checkOwnPassword,
        clock: needs.clock,
        newAccountPlan: needs.newAccountPlan,
        linkBases,
      });
      serveInvitations(serve, {
        ...needs,
        invitations,
        administration,
        hasher,
        checkOwnPassword,
        attempts,
        linkBases,
      });
    },
  };
}
