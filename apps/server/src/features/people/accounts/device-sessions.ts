import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { Session } from '../../../shared/session.ts';

export type AccountSession = Omit<Session, 'maxStreams' | 'sessionKey'>;

interface DeviceRequest {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The functions of the devices feature that the accounts feature calls: they open and end sessions, and count and name
 * devices.
 */
export interface DeviceSessions {
  requireDevice(request: DeviceRequest): string;
  /** Returns the name of a device; `undefined` when the account has not used that device. */
  nameOf(accountId: string, deviceId: string): Promise<string | undefined>;
  open(
    accountId: string,
    request: DeviceRequest,
    admit?: (trx: Kysely<Database>) => Promise<void>,
  ): Promise<string>;
  end(accountId: string, deviceId?: string): Promise<void>;
  endWithin(trx: Kysely<Database>, accountId: string, exceptDeviceId?: string): Promise<() => void>;
  forgetAccount(accountId: string): void;
  countDevices(accountIds: readonly string[]): Promise<Map<string, { active: number; total: number }>>;
}
