import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { deviceIdSchema } from '../shared/text.ts';

/** One of the calling person's devices that is playing something at this moment. */
export const playingDeviceSchema = z.object({
  deviceId: z.string(),
  /** The name under which the person sees their browser or app: «Chrome en Windows». */
  name: z.string(),
  /** The film, series or channel that the device plays; empty if it was deleted from the catalogue. */
  title: z.string(),
  isThisDevice: z.boolean(),
});
export type PlayingDevice = z.output<typeof playingDeviceSchema>;

export const listPlayingDevices = defineEndpoint({
  method: 'GET',
  path: '/api/streams',
  access: 'user',
  summary: 'The devices of the person that are playing now, and how many the plan allows at once.',
  input: {},
  output: z.object({ devices: z.array(playingDeviceSchema), maxStreams: z.number() }),
});

export const stopPlayingDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/streams/:deviceId',
  access: 'user',
  summary: 'Stops what one of the person’s devices is playing, so that another may.',
  input: { params: z.object({ deviceId: deviceIdSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['device.not_playing'],
});
