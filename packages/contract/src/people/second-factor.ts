import { z } from 'zod';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema } from '../shared/text.ts';
import { accountSchema } from './account-administration.ts';
import { codeSchema, credentialSchema, currentPasswordSchema } from './account.ts';

/** How many recovery codes a person gets when they turn their second factor on; each code signs in once. */
export const recoveryCodeCount = 10;

/** The state of the calling person's second factor. */
export const secondFactorSchema = z.object({
  isOn: z.boolean(),
  /** When the second factor was turned on, ISO 8601 in UTC; `null` while it is off. */
  since: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.number(),
});
export type SecondFactor = z.output<typeof secondFactorSchema>;

export const getSecondFactor = defineEndpoint({
  method: 'GET',
  path: '/api/auth/second-factor',
  access: 'user',
  summary: 'Whether signing in with this account takes a code besides the password.',
  input: {},
  output: secondFactorSchema,
});

export const beginSecondFactor = defineEndpoint({
  method: 'POST',
  path: '/api/auth/second-factor',
  access: 'admin',
  summary: 'Begins to turn the second factor on: answers the secret for the authenticator app, this once.',
  input: { body: z.object({ currentPassword: credentialSchema }) },
  output: z.object({
    /** The secret in base32, for typing it into the authenticator app by hand. */
    secret: z.string(),
    /** The same secret as an `otpauth://` address, for the QR code. */
    address: z.string(),
  }),
  errors: ['account.password_wrong', 'verification.on', 'limit.login'],
});

export const confirmSecondFactor = defineEndpoint({
  method: 'PUT',
  path: '/api/auth/second-factor',
  access: 'admin',
  summary:
    'Turns the second factor on, given a code of the new secret; answers the recovery codes, this once. The sessions on other devices end.',
  input: { body: z.object({ code: codeSchema }) },
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['verification.code_wrong', 'verification.not_begun', 'verification.on', 'limit.login'],
});

export const endSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/second-factor',
  access: 'user',
  summary: 'Turns the second factor off, given the password and a code or recovery code.',
  input: { body: z.object({ currentPassword: credentialSchema, code: codeSchema }) },
  output: z.object({ message: z.string() }),
  errors: ['account.password_wrong', 'verification.code_wrong', 'verification.off', 'limit.login'],
});

export const endAccountSecondFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/second-factor',
  access: 'admin',
  summary:
    'Turns the second factor of another user off, for a person who has lost theirs; takes the caller’s own password.',
  input: { params: z.object({ id: idSchema }), body: z.object({ currentPassword: currentPasswordSchema }) },
  output: accountSchema,
  errors: [
    'account.not_found',
    'account.own_second_factor',
    'account.password_wrong',
    'verification.off',
    'limit.login',
  ],
});
