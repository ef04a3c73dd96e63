import { FakeRefusal, personOf, type FakeRoutes } from './fake-server-caller.ts';

type PlayingRoute = Extract<keyof FakeRoutes, `${string} /api/streams${string}`>;

/** The fake server's routes for a person's playing devices, which a test puts into `memory.streams`. */
export const playingRoutes: Pick<FakeRoutes, PlayingRoute> = {
  'GET /api/streams': (_request, caller) => {
    const { username } = personOf(caller);
    const { streams, maxStreams } = caller.memory;
    const devices = streams
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
    const left = memory.streams.filter(
      (stream) => stream.username !== username || stream.deviceId !== deviceId,
    );
    if (left.length === memory.streams.length) throw new FakeRefusal('device.not_playing');
    memory.streams = left;
    return { message: 'Reproducción detenida.' };
  },
};
