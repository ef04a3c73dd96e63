import { deviceIdPattern, type DeviceType } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createListeners } from '../../../platform/listeners.ts';
import type { Log } from '../../../platform/log.ts';
import type { SharedStore } from '../../../platform/shared-store/shared-store.ts';
import type { Session } from '../../../shared/session.ts';
import { deviceName, deviceTypeOf } from './device-name.ts';
import { serveOwnDevices } from './own-devices.routes.ts';
import { serveDevices, type AccountDirectory } from './devices.routes.ts';
import {
  createSessionReader,
  readUserAgent,
  type SessionReader,
  type SessionRequest,
} from './read-session.ts';
import { hashToken, newToken, sessionKeyOf } from './session-token.ts';
import { createDevicesRepository } from './devices.repository.ts';
import { sessionLimits } from './session-limits.ts';
import { createSessionsRepository } from './sessions.repository.ts';

const keepInactiveMs = 90 * 86_400_000;
const devicesPerAccount = 50;

/** The devices feature: sessions, and the devices that hold them. */
export interface DeviceSessions extends Omit<SessionReader, 'forget'> {
  /**
   * Opens a session of an account on the device that sent the request.
   *
   * @param admit - a last check of the sign-in while the account's row is locked; when it throws, no session is opened
   * @param letInBy - the device of the account that lets this one in
   * @returns the session token
   * @throws AppError `device.invalid`
   */
  open(
    accountId: string,
    request: SessionRequest,
    admit?: (trx: Kysely<Database>) => Promise<void>,
    letInBy?: string,
  ): Promise<string>;
  /** Reads which device sent a request, and from where. @throws AppError `device.invalid` when it has no device id */
  readDevice(request: SessionRequest): { deviceId: string; ip: string; userAgent: string };
  /** Returns the readable name and the type of the device that sends a user agent. */
  describe(userAgent: string): { name: string; type: DeviceType };
  /** Returns the device id of a request. @throws AppError `device.invalid` when the request has none */
  requireDevice(request: SessionRequest): string;
  /** Ends the session of one device of an account, or all of the account's sessions. */
  end(accountId: string, deviceId?: string): Promise<void>;
  /**
   * Ends sessions of an account within a transaction of the caller: all of them, or all except the session of one
   * device.
   *
   * @returns a function to call after the commit: it removes the ended sessions from the cache and lets their streams
   * be cut
   */
  endWithin(trx: Kysely<Database>, accountId: string, exceptDeviceId?: string): Promise<() => void>;
  /** Counts the devices of the given accounts; accounts without devices are left out of the result. */
  countDevices(accountIds: readonly string[]): Promise<Map<string, { active: number; total: number }>>;
  /**
   * Returns the readable name of a device, such as «Chrome en Windows»; `undefined` when the device no longer exists.
   */
  nameOf(accountId: string, deviceId: string): Promise<string | undefined>;
  /**
   * Adds a listener for session keys (hashes of session tokens): it is called when sessions have just ended, so that
   * their streams can be ended too.
   */
  onEnded(listener: (sessionKeys: readonly string[]) => void): void;
  /** Deletes sessions that have expired. @returns how many */
  deleteExpired(): Promise<number>;
  routes(serve: ServeEndpoint<Session>, accounts: AccountDirectory): void;
}

export function devicesFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  /** Tells other servers which sessions have ended or changed, and hears it from them. */
  store?: SharedStore | undefined;
}): DeviceSessions {
  const repository = createSessionsRepository(needs.db);
  const devices = createDevicesRepository(needs.db);
  const ended = createListeners<[sessionKeys: readonly string[]]>();
  const reader = createSessionReader(repository, needs.clock, needs.log);

  function forget(tokenHashes: readonly Buffer[]): void {
    if (tokenHashes.length === 0) return;
    const sessionKeys = tokenHashes.map(sessionKeyOf);
    reader.forget(sessionKeys);
    ended.notify(sessionKeys);
    needs.store?.publish({ type: 'sessions-ended', sessionKeys });
  }

  function forgetAccount(accountId: string): void {
    reader.forgetAccount(accountId);
    needs.store?.publish({ type: 'account-changed', accountId });
  }

  function forgetAll(): void {
    reader.forgetAll();
    needs.store?.publish({ type: 'accounts-changed' });
  }

  needs.store?.onEvent((event) => {
    if (event.type === 'accounts-changed') reader.forgetAll();
    if (event.type === 'account-changed') reader.forgetAccount(event.accountId);
    if (event.type !== 'sessions-ended') return;
    reader.forget(event.sessionKeys);
    ended.notify(event.sessionKeys);
  });
  // Events may have been lost meanwhile.
  needs.store?.onReturn(reader.forgetAll);

  function requireDevice({ headers }: SessionRequest): string {
    const deviceId = headers['x-device-id'];
    if (typeof deviceId !== 'string' || !deviceIdPattern.test(deviceId)) throw new AppError('device.invalid');
    return deviceId;
  }

  const readDevice = (request: SessionRequest) => ({
    deviceId: requireDevice(request),
    ip: request.ip,
    userAgent: readUserAgent(request.headers['user-agent']),
  });

  return {
    read: reader.read,
    check: reader.check,
    deleteExpired: () => repository.deleteExpired(sessionLimits(needs.clock)),
    forgetAccount,
    forgetAll,
    requireDevice,
    readDevice,
    describe: (userAgent) => ({ name: deviceName(userAgent), type: deviceTypeOf(userAgent) }),
    async open(accountId, request, admit = async () => {}, letInBy) {
      const sighting = { accountId, ...readDevice(request), letInBy };
      const token = newToken();
      const pruning = {
        inactiveBefore: new Date(needs.clock.now().getTime() - keepInactiveMs),
        keep: devicesPerAccount,
      };
      forget(await repository.open(sighting, hashToken(token), pruning, admit));
      return token;
    },
    async end(accountId, deviceId) {
      forget(await repository.end(accountId, deviceId === undefined ? {} : { deviceId }));
    },
    async endWithin(trx, accountId, exceptDeviceId) {
      const which = exceptDeviceId === undefined ? {} : { exceptDeviceId };
      const tokenHashes = await repository.end(accountId, which, trx);
      return () => {
        forget(tokenHashes);
        forgetAccount(accountId);
      };
    },
    async countDevices(accountIds) {
      const counts = await devices.countDevices(accountIds);
      return new Map(counts.map(({ accountId, active, total }) => [accountId, { active, total }]));
    },
    async nameOf(accountId, deviceId) {
      const userAgent = await devices.findUserAgent(accountId, deviceId);
      return userAgent === undefined ? undefined : deviceName(userAgent);
    },
    onEnded: ended.add,
    routes(serve, accounts) {
      serveDevices(serve, { repository: devices, accounts, onEnded: forget });
      serveOwnDevices(serve, { repository, clock: needs.clock, onEnded: forget });
    },
  };
}
