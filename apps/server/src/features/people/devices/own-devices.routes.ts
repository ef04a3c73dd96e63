import { endOtherSessions, endSession, listOwnDevices, type OwnDevice } from '@butaca/contract';
import type { Clock } from '../../../platform/clock.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';
import { deviceName, deviceTypeOf } from './device-name.ts';
import { sessionLimits } from './session-limits.ts';
import type { SessionsRepository } from './sessions.repository.ts';

interface OwnDeviceNeeds {
  repository: SessionsRepository;
  clock: Clock;
  /** Called with the token hashes of sessions that have just ended: they leave the cache, and their streams are cut. */
  onEnded(tokenHashes: readonly Buffer[]): void;
}

/**
 * Serves the endpoints with which a person sees and ends their own sessions. Every query is limited to the account of
 * the calling session, so a device id of another account is answered as an unknown one.
 */
export function serveOwnDevices(
  serve: ServeEndpoint<Session>,
  { repository, clock, onEnded }: OwnDeviceNeeds,
): void {
  serve(listOwnDevices, async (_request, { session: { accountId, deviceId } }) => {
    const rows = await repository.listSignedIn(accountId, sessionLimits(clock));
    const devices = rows.map((row) => toOwnDevice(row, deviceId));
    return {
      devices: [
        ...devices.filter(({ isThisDevice }) => isThisDevice),
        ...devices.filter(({ isThisDevice }) => !isThisDevice),
      ],
    };
  });

  serve(endOtherSessions, async (_request, { session: { accountId, deviceId }, log }) => {
    const ended = await repository.end(accountId, { exceptDeviceId: deviceId });
    onEnded(ended);
    log.info({ accountId, sessions: ended.length }, 'own sessions on other devices ended');
    return { message: 'Sesión cerrada en los demás dispositivos.' };
  });

  serve(endSession, async ({ params: { deviceId } }, { session, log }) => {
    const { accountId } = session;
    // Whoever signs this very device out keeps what it has let in, as with «Cerrar sesión».
    const ended =
      deviceId === session.deviceId
        ? await repository.end(accountId, { deviceId })
        : await repository.endDevice(accountId, deviceId, session.deviceId);
    if (ended.length === 0) throw new AppError('device.signed_out');
    onEnded(ended);
    log.info({ accountId, sessions: ended.length }, 'own session on one device ended');
    return {
      message:
        ended.length > 1
          ? 'Sesión cerrada en ese dispositivo y en los que dejó entrar.'
          : 'Sesión cerrada en ese dispositivo.',
    };
  });
}

function toOwnDevice(
  row: Awaited<ReturnType<SessionsRepository['listSignedIn']>>[number],
  thisDeviceId: string,
): OwnDevice {
  return {
    deviceId: row.device_id,
    name: deviceName(row.user_agent),
    type: deviceTypeOf(row.user_agent),
    lastSeen: row.last_used_at.toISOString(),
    ip: row.ip,
    isThisDevice: row.device_id === thisDeviceId,
  };
}
