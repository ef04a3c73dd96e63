import { deactivateAllDevices, deactivateDevice, listDevices, type Device } from '@butaca/contract';
import { AppError } from '../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../platform/http/serve-endpoint.ts';
import type { Session } from './session.ts';
import type { SessionsRepository } from './sessions.repository.ts';

/** What devices need of accounts. */
export interface AccountDirectory {
  exists(accountId: string): Promise<boolean>;
}

interface DeviceDeactivation {
  /** Counts the devices that matched. */
  deactivate(accountId: string, deviceId?: string): Promise<number>;
}

export function serveDevices(
  serve: ServeEndpoint<Session>,
  repository: SessionsRepository,
  sessions: DeviceDeactivation,
  accounts: AccountDirectory,
): void {
  async function requireAccount(accountId: string): Promise<void> {
    if (!(await accounts.exists(accountId))) throw new AppError('account.not_found');
  }

  serve(listDevices, async ({ params, query }) => {
    await requireAccount(params.userId);
    const all = (await repository.listDevices(params.userId)).map(toDevice);
    const active = all.filter((device) => device.isActive);
    return { devices: query.includeInactive ? all : active, total: all.length, active: active.length };
  });

  serve(deactivateAllDevices, async ({ params }) => {
    await requireAccount(params.userId);
    await sessions.deactivate(params.userId);
    return { message: 'Todos los dispositivos han sido desactivados.' };
  });

  serve(deactivateDevice, async ({ params }) => {
    await requireAccount(params.userId);
    if ((await sessions.deactivate(params.userId, params.deviceId)) === 0)
      throw new AppError('device.not_found');
    return { message: 'Dispositivo desactivado correctamente.' };
  });
}

function toDevice(row: Awaited<ReturnType<SessionsRepository['listDevices']>>[number]): Device {
  return {
    deviceId: row.device_id,
    userAgent: row.user_agent,
    isActive: row.is_active,
    lastSeen: row.last_seen_at.toISOString(),
    ip: row.ip,
  };
}
