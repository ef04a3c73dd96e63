import type { PlanKey, Role } from '@butaca/contract';

/** What accounts read of a session. */
export interface AccountSession {
  accountId: string;
  username: string;
  role: Role;
  plan: PlanKey;
  deviceId: string;
}

interface DeviceRequest {
  ip: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** What accounts need of devices. */
export interface DeviceSessions {
  requireDevice(request: DeviceRequest): string;
  open(accountId: string, request: DeviceRequest): Promise<string>;
  end(accountId: string, deviceId?: string): Promise<void>;
  forgetAccount(accountId: string): void;
}
