import { z } from 'zod';
import { currentPasswordSchema, newPasswordSchema } from './account.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { idSchema } from '../shared/text.ts';

export const invitationDays = 7;

/**
 * An invitation: a link with which a person sets the password of an account that an administrator has made. The token is
 * answered this once, only its hash is stored, and it is valid for one use until `expiresAt` (ISO 8601 in UTC). The link
 * begins with one of `baseUrls`, addresses of the product without a slash at the end, the likeliest first. `basis` says why these: the operator
 * has configured the address; the administrator has opened the page at it; as that one exists on the server's machine
 * alone, they are those of the machine in its networks; or the machine has none, and only it can open the link.
 */
export const invitationSchema = z.object({
  token: z.string(),
  expiresAt: z.iso.datetime(),
  baseUrls: z.array(z.string()).min(1),
  basis: z.enum(['configured', 'opened', 'network', 'machine']),
});
export type Invitation = z.output<typeof invitationSchema>;

/**
 * The token of an invitation as it comes from a link. Almost any text is accepted, so that a mangled link is answered
 * like an unknown one.
 */
const token = z
  .string({ error: 'Falta el código de la invitación.' })
  .trim()
  .min(1, { error: 'Falta el código de la invitación.' })
  .max(256, { error: 'El código de la invitación es demasiado largo.' });

const accountParams = z.object({ id: idSchema });
const invitationErrors = [
  'invitation.invalid',
  'invitation.used',
  'invitation.expired',
  'invitation.revoked',
  'account.inactive',
  'limit.login',
] as const;

export const createInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:id/invitation',
  access: 'admin',
  summary:
    'Makes a link with which a user sets their own password, answered this once; an earlier link of the user ends. It takes the caller’s own password, `currentPassword`.',
  input: { params: accountParams, body: z.object({ currentPassword: currentPasswordSchema }) },
  status: 201,
  output: invitationSchema,
  errors: ['account.not_found', 'account.own_password', 'account.password_wrong', 'limit.login'],
});

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/invitation',
  access: 'admin',
  summary:
    'Ends the unused invitation of a user; without one, nothing changes. For an administrator it takes the caller’s own password, `currentPassword`.',
  input: { params: accountParams, body: z.object({ currentPassword: currentPasswordSchema.optional() }) },
  output: z.object({ message: z.string() }),
  errors: ['account.not_found', 'account.password_wrong', 'limit.login'],
});

export const readInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/invitation',
  access: 'anyone',
  summary: 'For whom an invitation is, and until when.',
  input: { body: z.object({ token }) },
  output: z.object({ username: z.string(), expiresAt: z.iso.datetime() }),
  errors: [...invitationErrors],
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/auth/invitation/accept',
  access: 'anyone',
  summary: 'Uses an invitation: sets the password of its account, whose sessions end.',
  input: { body: z.object({ token, password: newPasswordSchema }) },
  output: z.object({ username: z.string() }),
  errors: [...invitationErrors, 'account.password_weak'],
});
