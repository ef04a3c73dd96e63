import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../platform/api/api-error.ts';
import { api } from '../../platform/api/api.ts';

/** The query for the devices on which the person is signed in; requested again each time the screen opens. */
export const ownDevicesQuery = () =>
  queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: async ({ signal }) => (await api('GET /api/devices', {}, signal)).devices,
    staleTime: 0,
  });

/**
 * Ends the person's session on one of their other devices; a session that has already ended is no error.
 *
 * @returns the server's message @throws ApiError
 */
export async function endSession(deviceId: string): Promise<string | undefined> {
  try {
    return (await api('DELETE /api/devices/:deviceId', { params: { deviceId } })).message;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'device.signed_out') return error.serverMessage;
    throw error;
  }
}

export const endOtherSessions = () => api('DELETE /api/devices/others', {});
