import { listPlayingDevices, stopPlayingDevice, type PlayingDevice } from '@butaca/contract';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';

export type PlayingSession = Pick<Session, 'accountId' | 'deviceId' | 'role' | 'maxStreams'>;

export function servePlaying(
  serve: ServeEndpoint<PlayingSession>,
  {
    listOf,
    stop,
  }: {
    /** Lists the devices of an account that play now, with their names. */
    listOf(accountId: string, ownDeviceId: string): Promise<PlayingDevice[]>;
    stop(accountId: string, deviceId: string): Promise<boolean>;
  },
): void {
  serve(listPlayingDevices, async (_request, { session: { accountId, deviceId, maxStreams } }) => ({
    devices: await listOf(accountId, deviceId),
    maxStreams,
  }));
  serve(stopPlayingDevice, async ({ params }, { session }) => {
    if (!(await stop(session.accountId, params.deviceId))) throw new AppError('device.not_playing');
    return { message: 'Reproducción detenida.' };
  });
}
