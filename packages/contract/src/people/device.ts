import { z } from 'zod';
import { currentPasswordSchema } from './account.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema, queryFlag } from '../shared/text.ts';

/** The types of users' devices, guessed from the `User-Agent` header; `pc` where that header names no other type. */
export const deviceTypes = ['mobile', 'tablet', 'tv', 'pc'] as const;
export type DeviceType = (typeof deviceTypes)[number];

/**
 * A browser or app with which a user signs in, as administrators see it. `lastSeen` is ISO 8601 in UTC; `browser` is
 * the common name of the browser (`Chrome`, `Firefox`, `Safari`, `Edge`), `null` for an unknown one.
 */
export const deviceSchema = z.object({
  deviceId: z.string(),
  userAgent: z.string(),
  type: z.enum(deviceTypes),
  browser: z.string().nullable(),
  isActive: z.boolean(),
  lastSeen: z.iso.datetime(),
  ip: z.string(),
});
export type Device = z.output<typeof deviceSchema>;

export const listDevices = defineEndpoint({
  method: 'GET',
  path: '/api/devices/admin/:userId',
  access: 'admin',
  summary: 'The devices of a user, last seen first; only the active ones unless the inactive are asked for.',
  input: { params: z.object({ userId: idSchema }), query: z.object({ includeInactive: queryFlag }) },
  output: z.object({ devices: z.array(deviceSchema), total: z.number(), active: z.number() }),
  errors: ['account.not_found'],
});

/** The password of the administrator who calls, required for the devices of an administrator. */
const body = z.object({ currentPassword: currentPasswordSchema.optional() });

export const deactivateDevice = defineEndpoint({
  method: 'DELETE',
  path: '/api/devices/admin/:userId/:deviceId',
  access: 'admin',
  summary:
    'Deactivates one device; its session and its streams end. For an administrator it takes the caller’s own password, `currentPassword`.',
  input: { params: z.object({ userId: idSchema, deviceId: idSchema }), body },
  output: z.object({ message: z.string() }),
  errors: ['account.not_found', 'device.not_found', 'account.password_wrong', 'limit.login'],
});

export const deactivateAllDevices = defineEndpoint({
  method: 'DELETE',
  path: '/api/devices/admin/:userId/devices',
  access: 'admin',
  summary:
    'Deactivates all the devices of a user. For an administrator it takes the caller’s own password, `currentPassword`.',
  input: { params: z.object({ userId: idSchema }), body },
  output: z.object({ message: z.string() }),
  errors: ['account.not_found', 'account.password_wrong', 'limit.login'],
});
