import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';

type PlayingRoute = Extract<keyof FakeRoutes, `${string} /api/streams${string}`>;

/**
 * The fake server's API routes for the devices on which a person plays something now; a test puts them into
 * `memory.playing`.
 */
export const playingRoutes: Pick<FakeRoutes, PlayingRoute> = {
  'GET /api/streams': (_request, caller) => {
    const { username } = personOf(caller);
    const { playing, maxStreams } = caller.memory;
    const devices = playing
      .filter((stream) => stream.username === username)
      .map(({ deviceId, name, title }) => ({
        deviceId,
        name,
        title,
        isThisDevice: deviceId === caller.deviceId,
      }));
    return { devices, maxStreams };
  },
  'DELETE /api/streams/:deviceId': ({ params: { deviceId } }, caller) => {
    const { username } = personOf(caller);
    const { memory } = caller;
    const left = memory.playing.filter(
      (stream) => stream.username !== username || stream.deviceId !== deviceId,
    );
    if (left.length === memory.playing.length) throw new FakeRefusal('device.not_playing');
    memory.playing = left;
    return { message: 'Reproducción detenida.' };
  },
};
