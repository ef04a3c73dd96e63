import { z } from 'zod';
import { pushKinds, type PushKind } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { address } from '../shared/text.ts';

/** The longest address of a push service that is taken, in characters; those of browsers have 100 to 700. */
const endpointMaxLength = 2_000;

const endpointSchema = address(['https'], endpointMaxLength);
/** 16 random bytes in base64url. */
const authSchema = z
  .string({ error: 'Debe ser un texto.' })
  .regex(/^[\w-]{22}$/, { error: 'No es una clave válida.' });

/** What a browser answers when a page subscribes at its push service (`PushSubscription.toJSON()`). @see RFC 8291 */
export const pushSubscriptionSchema = z.object({
  /** Where the push service takes notices for this browser. Whoever knows it and `auth` acts as this browser. */
  endpoint: endpointSchema,
  keys: z.object({
    /** The browser's public key: an uncompressed point of P-256, 65 bytes in base64url. */
    p256dh: z
      .string({ error: 'Debe ser un texto.' })
      .regex(/^[\w-]{87}$/, { error: 'No es una clave válida.' }),
    auth: authSchema,
  }),
});
export type PushSubscriptionKeys = z.output<typeof pushSubscriptionSchema>;

const kindSchema = z.enum(pushKinds, { error: 'No es una clase de aviso.' });

/** The push notices of the calling device. */
export const pushStateSchema = z.object({
  /** The server's public key, with which a browser subscribes: 65 bytes in base64url. */
  publicKey: z.string(),
  /** What this device gets notices of; empty where nobody has asked for any. */
  kinds: z.array(z.enum(pushKinds)),
  /** The address that the calling browser has given; `null` where there is none that still works with the public key. */
  endpoint: z.string().nullable(),
});
export type PushState = z.output<typeof pushStateSchema>;

export const getPush = defineEndpoint({
  method: 'GET',
  path: '/api/push',
  access: 'user',
  summary: 'The key for web push, and which notices the calling device gets: none until it asks for them.',
  input: {},
  output: pushStateSchema,
});

export const setPush = defineEndpoint({
  method: 'PUT',
  path: '/api/push',
  access: 'user',
  summary:
    'Sends the given kinds of notices to the calling device from now on, until its session ends. A subscription that another device has given before moves to this one.',
  input: {
    body: z.object({
      subscription: pushSubscriptionSchema,
      kinds: z
        .array(kindSchema, { error: 'Debe ser una lista.' })
        .min(1, { error: 'Elige al menos una clase de aviso.' })
        .max(pushKinds.length, { error: 'Hay clases de aviso repetidas.' })
        .transform((kinds): PushKind[] => [...new Set(kinds)]),
    }),
  },
  output: pushStateSchema,
  errors: ['push.subscription_invalid', 'push.too_many', 'resource.conflict'],
});

export const removePush = defineEndpoint({
  method: 'DELETE',
  path: '/api/push',
  access: 'user',
  summary: 'Sends no more notices to the calling device. Succeeds where it gets none.',
  input: {},
  output: z.object({ message: z.string() }),
});

export const renewPush = defineEndpoint({
  method: 'POST',
  path: '/api/push/renewals',
  access: 'anyone',
  summary:
    'Replaces the subscription of a device when its browser has got a new one while no page is open. A service worker has no session; the secrets of the former subscription, which only its browser knows, take the place of one.',
  input: {
    body: z.object({
      previous: z.object({ endpoint: endpointSchema, auth: authSchema }),
      subscription: pushSubscriptionSchema,
    }),
  },
  output: z.object({ message: z.string() }),
  errors: ['push.subscription_invalid', 'push.not_found', 'resource.conflict'],
});
