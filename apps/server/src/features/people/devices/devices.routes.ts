import { deactivateAllDevices, deactivateDevice, listDevices, type Device } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { browserOf, deviceName, deviceTypeOf } from './device-name.ts';
import type { DevicesRepository } from './devices.repository.ts';

/** The functions of the accounts feature that the devices feature calls. */
export interface AccountDirectory {
  /** Returns the user name of an account; `undefined` when no account has this id. */
  nameOf(accountId: string): Promise<string | undefined>;
  /**
   * Checks that an administrator may act on an account; on that of an administrator only with the caller's own password.
   *
   * @returns the user name of the account
   * @throws AppError `account.not_found`, `input.invalid` without the password, `account.password_wrong`, `limit.login`
   */
  admitAct(
    caller: Pick<Session, 'accountId' | 'username'> & { ip: string },
    accountId: string,
    password: string | undefined,
  ): Promise<string>;
}

interface DeviceRoutesNeeds {
  repository: DevicesRepository;
  accounts: AccountDirectory;
  /** Called with the token hashes of sessions that have just ended, which are then removed from the cache. */
  onEnded(tokenHashes: readonly Buffer[]): void;
}

export function serveDevices(serve: ServeEndpoint<Session>, needs: DeviceRoutesNeeds): void {
  const { repository, accounts } = needs;

  serve(listDevices, async ({ params, query }) => {
    if ((await accounts.nameOf(params.userId)) === undefined) throw new AppError('account.not_found');
    const all = (await repository.listDevices(params.userId)).map(toDevice);
    const active = all.filter((device) => device.isActive);
    return { devices: query.includeInactive ? all : active, total: all.length, active: active.length };
  });

  serve(deactivateAllDevices, async ({ params, body }, { session, ip }) => {
    const subjectName = await accounts.admitAct({ ...session, ip }, params.userId, body.currentPassword);
    const { ended } = await repository.deactivate(params.userId, undefined, session, (changed) => ({
      action: 'device.deactivate_all',
      subjectName,
      before: { active: changed.length },
      after: { active: 0 },
    }));
    needs.onEnded(ended);
    return { message: 'Todos los dispositivos han sido desactivados.' };
  });

  serve(deactivateDevice, async ({ params, body }, { session, ip }) => {
    const subjectName = await accounts.admitAct({ ...session, ip }, params.userId, body.currentPassword);
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
