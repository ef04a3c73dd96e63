import {
  activationMinutes,
  claimActivation,
  createActivation,
  currentPasswordMissing,
  decideActivation,
  readActivation,
  type DeviceType,
  type SessionUser,
} from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { addressNetwork, wideNetwork } from '../../../platform/http/address-group.ts';
import { limitAddresses, limitAddressFailures } from '../../../platform/http/address-limits.ts';
import { AppError, isAppError } from '../../../platform/http/app-error.ts';
import type { Limits } from '../../../platform/http/request-limits.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { hashSecret, newCode, newSecret, readCode } from './activation-code.ts';
import {
  lockLettingSession,
  lockPerson,
  markClaimed,
  storeDecision,
  type ActivationRepository,
} from './activation.repository.ts';

/** How many codes a minute the devices of one address may ask for; those of its network twice as many. */
const codesPerMinute = 10;

/** How many wrong codes a minute may come from one address, and twice as many from its network, before right ones are refused too. */
const wrongCodesPerMinute = 5;

interface DeviceRequest {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What activation needs of devices. */
export interface ActivationSessions {
  readDevice(request: DeviceRequest): { deviceId: string; ip: string; userAgent: string };
  describe(userAgent: string): { name: string; type: DeviceType };
  open(
    accountId: string,
    request: DeviceRequest,
    admit: (trx: Kysely<Database>) => Promise<void>,
    letInBy: string | undefined,
  ): Promise<string>;
}

export interface ActivationAccounts {
  confirmPassword(
    caller: { accountId: string; username: string; ip: string },
    password: string,
  ): Promise<void>;
  readLetIn(trx: Kysely<Database>, accountId: string): Promise<SessionUser>;
}

export interface ActivationSecondFactors {
  admit(trx: Kysely<Database>, accountId: string, code: string | undefined): Promise<void>;
  listOn(accountIds: readonly string[]): Promise<Set<string>>;
}

export interface ActivationNeeds {
  db: Kysely<Database>;
  clock: Clock;
  repository: ActivationRepository;
  sessions: ActivationSessions;
  accounts: ActivationAccounts;
  secondFactors: ActivationSecondFactors;
  limits: Limits;
}

/** Serves the endpoints with which a person lets a television in from their phone. */
export function serveActivation(serve: ServeEndpoint<Session>, needs: ActivationNeeds): void {
  serveTelevision(serve, needs);
  servePhone(serve, needs);
}

/** The television's side: it asks for a code, then again and again whether somebody has let it in. */
function serveTelevision(serve: ServeEndpoint<Session>, needs: ActivationNeeds): void {
  const { clock, repository, sessions, accounts } = needs;
  const codes = limitAddresses(needs.limits.perMinute, {
    name: 'activation-codes',
    most: codesPerMinute,
    code: 'limit.activation',
  });

  serve(createActivation, async (_request, context) => {
    const device = sessions.readDevice(context);
    await codes.count(context.ip);
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + activationMinutes * 60_000);
    const secret = newSecret();
    const network = wideNetwork(context.ip);
    const code = await repository.insert(
      { secretHash: hashSecret(secret), device, network, now, expiresAt },
      newCode,
    );
    return { code, secret, expiresAt: expiresAt.toISOString() };
  });

  serve(claimActivation, async ({ body }, context) => {
    const { deviceId } = sessions.readDevice(context);
    const secretHash = hashSecret(body.secret);
    const now = clock.now();
    const row = await repository.findBySecret(secretHash);
    if (row?.device_id !== deviceId) throw new AppError('activation.invalid');
    if (row.claimed_at !== null) throw new AppError('activation.used');
    if (row.decided_at !== null && row.session_hash === null) throw new AppError('activation.denied');
    if (row.expires_at.getTime() <= now.getTime()) throw new AppError('activation.expired');
    const { account_id: accountId, session_hash: sessionHash } = row;
    if (accountId === null || sessionHash === null) return { status: 'waiting' as const };
    let user: SessionUser | undefined;
    const admit = async (trx: Kysely<Database>): Promise<void> => {
      user = await accounts.readLetIn(trx, accountId);
      await lockLettingSession(trx, sessionHash);
      if (!(await markClaimed(trx, secretHash, now))) throw new AppError('activation.used');
    };
    const token = await sessions.open(accountId, context, admit, row.let_in_by ?? undefined);
    if (user === undefined) throw new Error('A session was opened without its person.');
    context.log.info({ accountId, ip: context.ip }, 'signed in, let in from another device');
    return { token, user };
  });
}

/** The phone's side: it shows which television has a code, and lets the television in or refuses it. */
function servePhone(serve: ServeEndpoint<Session>, needs: ActivationNeeds): void {
  const { clock, repository, sessions, accounts, secondFactors } = needs;
  const wrongCodes = limitAddressFailures(needs.limits.failuresPerMinute, {
    name: 'activation-guesses',
    most: wrongCodesPerMinute,
    code: 'limit.activation',
  });

  /** Runs what needs a code; wrong codes are counted for the client's address. */
  const guarded = <T>(ip: string, run: () => Promise<T>): Promise<T> =>
    wrongCodes.run(ip, run, isAppError('activation.invalid'));

  async function requireOpen(typed: string, within?: Kysely<Database>) {
    const row = await repository.findByCode(readCode(typed), within);
    if (row === undefined) throw new AppError('activation.invalid');
    if (row.decided_at !== null) throw new AppError('activation.used');
    if (row.expires_at.getTime() <= clock.now().getTime()) throw new AppError('activation.expired');
    return row;
  }

  serve(readActivation, ({ body }, { session, ip }) =>
    guarded(ip, async () => {
      const row = await requireOpen(body.code);
      const { name, type } = sessions.describe(row.user_agent);
      return {
        deviceName: name,
        type,
        expiresAt: row.expires_at.toISOString(),
        isSameNetwork: addressNetwork(row.ip) === addressNetwork(ip),
        needsPassword: session.role === 'admin',
        needsSecondFactor: (await secondFactors.listOn([session.accountId])).has(session.accountId),
      };
    }),
  );

  serve(decideActivation, ({ body }, { session, ip, log }) =>
    guarded(ip, async () => {
      const { accountId, username } = session;
      const sessionHash = Buffer.from(session.sessionKey, 'base64url');
      // The code is judged before the password is hashed, because hashing is expensive.
      await requireOpen(body.code);
      const isConfirmed = body.isAllowed && body.currentPassword !== undefined;
      if (isConfirmed)
        await accounts.confirmPassword({ accountId, username, ip }, body.currentPassword ?? '');
      await needs.db.transaction().execute(async (trx) => {
        const { isAdmin } = await lockPerson(trx, sessionHash);
        const row = await requireOpen(body.code, trx);
        if (body.isAllowed) {
          // A television that an administrator lets in is another way in, so it takes what signing in there would take.
          if (isAdmin && !isConfirmed) throw passwordMissing();
          await secondFactors.admit(trx, accountId, body.secondFactorCode);
        }
        const decision = { sessionHash: body.isAllowed ? sessionHash : null, now: clock.now() };
        if (!(await storeDecision(trx, row.secret_hash, decision))) throw new AppError('activation.used');
      });
      log.info({ accountId, isAllowed: body.isAllowed }, 'decided on a device with a code');
      return {
        message: body.isAllowed ? 'Listo: el televisor ya está entrando.' : 'No se dejó entrar al televisor.',
      };
    }),
  );
}

/** The error of a call that lacks the password of the administrator who calls. */
const passwordMissing = () =>
  new AppError('input.invalid', { details: [{ path: 'currentPassword', message: currentPasswordMissing }] });
