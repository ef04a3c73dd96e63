import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { deviceIdSchema } from '../shared/text.ts';
import { deviceSchema } from './device.ts';

/**
 * A device on which the calling person is signed in now, as the person sees it. `lastSeen` is ISO 8601 in UTC, exact to
 * a minute; `ip` is the address from which the device was last used.
 */
export const ownDeviceSchema = deviceSchema
  .pick({ deviceId: true, type: true, lastSeen: true, ip: true })
  .extend({
    /** The name under which the person sees their browser or app: «Chrome en Windows». */
    name: z.string(),
    isThisDevice: z.boolean(),
  });
export type OwnDevice = z.output<typeof ownDeviceSchema>;

export const listOwnDevices = defineEndpoint({
  method: 'GET',
  path: '/api/devices',
  access: 'user',
  summary: 'The devices on which the person is signed in: the calling one, then the others, last used first.',
  input: {},
  output: z.object({ devices: z.array(ownDeviceSchema) }),
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/devices/others',
  access: 'user',
  summary: 'Ends the sessions and streams of the person on all devices except the calling one.',
  input: {},
  output: z.object({ message: z.string() }),
});

export const endSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/devices/:deviceId',
  access: 'user',
  summary: 'Ends the session and the streams of the person on one of their devices.',
  input: { params: z.object({ deviceId: deviceIdSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['device.signed_out'],
});
