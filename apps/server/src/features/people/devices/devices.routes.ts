import { deactivateAllDevices, deactivateDevice, listDevices, type Device } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { browserOf, deviceName, deviceTypeOf } from './device-name.ts';
import type { DevicesRepository } from './devices.repository.ts';

/** The function of the accounts feature that the devices feature calls to find the user name of an account. */
export interface AccountDirectory {
  /** Returns the user name of an account; `undefined` when no account has this id. */
  nameOf(accountId: string): Promise<string | undefined>;
}

interface DeviceRoutesNeeds {
  repository: DevicesRepository;
  accounts: AccountDirectory;
  /** Called with the token hashes of sessions that have just ended, which are then removed from the cache. */
  onEnded(tokenHashes: readonly Buffer[]): void;
}

export function serveDevices(serve: ServeEndpoint<Session>, needs: DeviceRoutesNeeds): void {
  const { repository, accounts } = needs;

  async function requireName(accountId: string): Promise<string> {
    const name = await accounts.nameOf(accountId);
    if (name === undefined) throw new AppError('account.not_found');
    return name;
  }

  serve(listDevices, async ({ params, query }) => {
    await requireName(params.userId);
    const all = (await repository.listDevices(params.userId)).map(toDevice);
    const active = all.filter((device) => device.isActive);
    return { devices: query.includeInactive ? all : active, total: all.length, active: active.length };
  });

  serve(deactivateAllDevices, async ({ params }, { session }) => {
    const subjectName = await requireName(params.userId);
    const { ended } = await repository.deactivate(params.userId, undefined, session, (changed) => ({
      action: 'device.deactivate_all',
      subjectName,
      before: { active: changed.length },
      after: { active: 0 },
    }));
    needs.onEnded(ended);
    return { message: 'Todos los dispositivos han sido desactivados.' };
  });

  serve(deactivateDevice, async ({ params }, { session }) => {
    const subjectName = await requireName(params.userId);
    const { found, ended } = await repository.deactivate(
      params.userId,
      params.deviceId,
      session,
      ([device]) => ({
        action: 'device.deactivate',
        subjectName,
        before: { device: deviceName(device?.user_agent ?? ''), deviceId: params.deviceId },
      }),
    );
    if (found === 0) throw new AppError('device.not_found');
    needs.onEnded(ended);
    return { message: 'Dispositivo desactivado correctamente.' };
  });
}

function toDevice(row: Awaited<ReturnType<DevicesRepository['listDevices']>>[number]): Device {
  return {
    deviceId: row.device_id,
    userAgent: row.user_agent,
    type: deviceTypeOf(row.user_agent),
    browser: browserOf(row.user_agent),
    isActive: row.is_active,
    lastSeen: row.last_seen_at.toISOString(),
    ip: row.ip,
  };
}
