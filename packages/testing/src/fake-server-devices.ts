import type { OwnDevice } from '@butaca/contract';
import { makeFakeDevice } from './fake-server-accounts.ts';
import { FakeRefusal, personOf, type FakeCaller, type FakeRoutes } from './fake-server-caller.ts';

type DeviceRoute = Extract<keyof FakeRoutes, `${string} /api/devices${'' | '/others' | '/:deviceId'}`>;

/** The caller's devices that have a session on the fake server; those that no test has described get default values. */
function listSignedIn({ memory, deviceId: thisDeviceId }: FakeCaller, username: string): OwnDevice[] {
  const ids = new Set(
    [...memory.sessions.values()]
      .filter((session) => session.username === username)
      .map(({ deviceId }) => deviceId),
  );
  return [...ids].map((deviceId) => {
    const known = memory.devices.find((each) => each.username === username && each.deviceId === deviceId);
    const { type, lastSeen, ip, name = 'Dispositivo' } = known ?? makeFakeDevice({ username, deviceId });
    return { deviceId, name, type, lastSeen, ip, isThisDevice: deviceId === thisDeviceId };
  });
}

/** Ends the sessions of the caller's person on the devices that `isChosen` selects. @returns how many have ended */
function endSessions(caller: FakeCaller, isChosen: (deviceId: string) => boolean): number {
  const { username } = personOf(caller);
  const { sessions } = caller.memory;
  const chosen = [...sessions].filter(
    ([, session]) => session.username === username && isChosen(session.deviceId),
  );
  for (const [token] of chosen) sessions.delete(token);
  return chosen.length;
}

/**
 * The fake server's API routes for the devices on which the caller is signed in. The names and times of the devices
 * come from `memory.devices`.
 */
export const deviceRoutes: Pick<FakeRoutes, DeviceRoute> = {
  'GET /api/devices': (_request, caller) => ({
    devices: listSignedIn(caller, personOf(caller).username).toSorted(
      (a, b) => Number(b.isThisDevice) - Number(a.isThisDevice) || (a.lastSeen < b.lastSeen ? 1 : -1),
    ),
  }),
  'DELETE /api/devices/others': (_request, caller) => {
    endSessions(caller, (deviceId) => deviceId !== caller.deviceId);
    return { message: 'Sesión cerrada en los demás dispositivos.' };
  },
  'DELETE /api/devices/:deviceId': ({ params }, caller) => {
    const count = endSessions(caller, (deviceId) => deviceId === params.deviceId);
    if (count === 0) throw new FakeRefusal('device.signed_out');
    return { message: 'Sesión cerrada en ese dispositivo.' };
  },
};
