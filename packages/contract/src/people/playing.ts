import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { deviceIdPattern } from '../shared/constant.ts';

/** A device of the calling person that is playing something now. */
export const playingDeviceSchema = z.object({
  deviceId: z.string(),
  /** The device's display name: «Chrome en Windows». */
  name: z.string(),
  /** The title that the device plays; empty where the title was deleted. */
  title: z.string(),
  isThisDevice: z.boolean(),
});
export type PlayingDevice = z.output<typeof playingDeviceSchema>;

export const listStreams = defineEndpoint({
  method: 'GET',
  path: '/api/streams',
  access: 'user',
  summary: 'The devices of the person that are playing now, and how many the plan allows at once.',
  input: {},
  output: z.object({ devices: z.array(playingDeviceSchema), maxStreams: z.number() }),
});

export const stopStream = defineEndpoint({
  method: 'DELETE',
  path: '/api/streams/:deviceId',
  access: 'user',
  summary: 'Stops what one of the person’s devices is playing, so that another may.',
  input: {
    params: z.object({
      deviceId: z
        .string({ error: 'Debe ser un identificador.' })
        .regex(deviceIdPattern, { error: 'No es un identificador válido.' }),
    }),
  },
  output: z.object({ message: z.string() }),
  errors: ['device.not_playing'],
});
