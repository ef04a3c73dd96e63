import type { PlanKey, Role } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';

/** What accounts read of a session. */
export interface AccountSession {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
  mustChangePassword: boolean;
  deviceId: string;
}

interface DeviceRequest {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What accounts need of devices. */
export interface DeviceSessions {
  requireDevice(request: DeviceRequest): string;
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
