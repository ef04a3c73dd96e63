import { deviceIdPattern } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import type { Log } from '../../platform/log.ts';
import { deviceName } from './device-name.ts';
import { serveDevices, type AccountDirectory } from './devices.routes.ts';
import {
  createSessionReader,
  readUserAgent,
  type SessionReader,
  type SessionRequest,
} from './read-session.ts';
import { hashToken, newToken, sessionKeyOf, type Session } from './session.ts';
import { createSessionsRepository } from './sessions.repository.ts';

export type { Session } from './session.ts';

const keepInactiveMs = 90 * 86_400_000;
const devicesPerAccount = 50;

/** Sessions and the devices that hold them. */
export interface DeviceSessions extends Omit<SessionReader, 'forget'> {
  /** Gives the requesting device a session of the account. @throws AppError `device.invalid` */
  open(accountId: string, request: SessionRequest): Promise<string>;
  /** @throws AppError `device.invalid` where the request names no device */
  requireDevice(request: SessionRequest): string;
  /** Ends the session of one device of an account, or all. */
  end(accountId: string, deviceId?: string): Promise<void>;
  /** Deactivates one device of an account, or all; counts those that matched. */
  deactivate(accountId: string, deviceId?: string): Promise<number>;
  /** What people call a device of an account; `undefined` for one that is gone. */
  nameOf(accountId: string, deviceId: string): Promise<string | undefined>;
  routes(serve: ServeEndpoint<Session>, accounts: AccountDirectory): void;
}

/**
 * @param onEnded - told the keys of sessions that have just ended, so that their streams end too
 */
export function devicesFeature(needs: {
  db: Kysely<Database>;
  clock: Clock;
  log: Log;
  onEnded(sessionKeys: readonly string[]): void;
}): DeviceSessions {
  const repository = createSessionsRepository(needs.db);
  const reader = createSessionReader(repository, needs.clock, needs.log);

  function forget(tokenHashes: readonly Buffer[]): void {
    reader.forget(tokenHashes);
    if (tokenHashes.length > 0) needs.onEnded(tokenHashes.map(sessionKeyOf));
  }

  function requireDevice({ headers }: SessionRequest): string {
    const deviceId = headers['x-device-id'];
    if (typeof deviceId !== 'string' || !deviceIdPattern.test(deviceId)) throw new AppError('device.invalid');
    return deviceId;
  }

  const sessions: DeviceSessions = {
    read: reader.read,
    check: reader.check,
    forgetAccount: reader.forgetAccount,
    requireDevice,
    async open(accountId, request) {
      const deviceId = requireDevice(request);
      const token = newToken();
      const sighting = {
        accountId,
        deviceId,
        ip: request.ip,
        userAgent: readUserAgent(request.headers['user-agent']),
      };
      const ended = await repository.open(sighting, hashToken(token), {
        inactiveBefore: new Date(needs.clock.now().getTime() - keepInactiveMs),
        keep: devicesPerAccount,
      });
      forget(ended);
      return token;
    },
    async end(accountId, deviceId) {
      forget(await repository.end(accountId, deviceId));
    },
    async deactivate(accountId, deviceId) {
      const { found, ended } = await repository.deactivate(accountId, deviceId);
      forget(ended);
      return found;
    },
    async nameOf(accountId, deviceId) {
      const userAgent = await repository.findUserAgent(accountId, deviceId);
      return userAgent === undefined ? undefined : deviceName(userAgent);
    },
    routes: (serve, accounts) => serveDevices(serve, repository, sessions, accounts),
  };
  return sessions;
}
