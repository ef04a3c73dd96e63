import { z } from 'zod';
import { codeSchema, credentialSchema, sessionSchema } from './account.ts';
import { deviceTypes } from './device.ts';
import { defineEndpoint } from '../shared/endpoint.ts';

/** For how many minutes the code of a television is valid. */
export const activationMinutes = 10;

/** The characters of a television's code: capital letters and digits, without I, O, 0 and 1, which look alike. */
export const activationAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export const activationCodeLength = 6;

/**
 * The code of a television as a person types it or a QR code contains it. Almost any text is accepted, so that a
 * mistyped code is answered like an unknown one; case, spaces and hyphens do not matter.
 */
const code = codeSchema;

const codeErrors = ['activation.invalid', 'activation.used', 'activation.expired'] as const;

export const createActivation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/activation',
  access: 'anyone',
  summary:
    'Makes a code with which a person lets the calling device (a television) in from their phone, and the secret with which the device then gets its session.',
  input: { body: z.object({}) },
  status: 201,
  output: z.object({
    /** The code that the television shows: six of `activationAlphabet`. */
    code: z.string(),
    /** Answered this once; only its hash is stored. Whoever has it and the device id gets the session. */
    secret: z.string(),
    expiresAt: z.iso.datetime(),
  }),
  errors: ['device.invalid', 'limit.activation'],
});

export const claimActivation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/activation/claim',
  access: 'anyone',
  summary:
    'Asks whether a person has let the calling device in; if so, opens its session, once. Only the device that made the code may ask.',
  input: {
    body: z.object({
      secret: z
        .string({ error: 'Falta la clave del código.' })
        .min(1, { error: 'Falta la clave del código.' })
        .max(256, { error: 'La clave del código es demasiado larga.' }),
    }),
  },
  output: z.union([sessionSchema, z.object({ status: z.literal('waiting') })]),
  errors: ['device.invalid', ...codeErrors, 'activation.denied', 'account.inactive'],
});

/** What a person sees of the television that shows a code, before they let it in. */
export const activationSchema = z.object({
  /** The name of the television's browser, as among the person's devices: «Samsung Internet en televisor». */
  deviceName: z.string(),
  type: z.enum(deviceTypes),
  /** When the code expires, ISO 8601 in UTC. */
  expiresAt: z.iso.datetime(),
  /** Whether the television calls from the network of the person's own device. */
  isSameNetwork: z.boolean(),
  /** Whether letting the television in takes the person's password: for administrators. */
  needsPassword: z.boolean(),
  /** Whether it takes a code of the person's second factor: for accounts that have one. */
  needsSecondFactor: z.boolean(),
});
export type Activation = z.output<typeof activationSchema>;

export const readActivation = defineEndpoint({
  method: 'POST',
  path: '/api/activation/read',
  access: 'user',
  summary: 'Which device shows a code, until when the code is valid, and what letting the device in takes.',
  input: { body: z.object({ code }) },
  output: activationSchema,
  errors: [...codeErrors, 'limit.activation'],
});

export const decideActivation = defineEndpoint({
  method: 'POST',
  path: '/api/activation/decide',
  access: 'user',
  summary:
    'Lets the device that shows a code in, signed in as the calling person, or refuses it. Letting it in takes the password of an administrator, and a code of the second factor of an account that has one.',
  input: {
    body: z.object({
      code,
      isAllowed: z.boolean({ error: 'Debe ser true o false.' }),
      currentPassword: credentialSchema.optional(),
      secondFactorCode: codeSchema.optional(),
    }),
  },
  output: z.object({ message: z.string() }),
  errors: [
    ...codeErrors,
    'account.password_wrong',
    'credentials.code_required',
    'credentials.code_wrong',
    'limit.activation',
    'limit.login',
  ],
});
