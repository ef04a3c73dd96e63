import { z } from 'zod';
import { passwordLength, usernameLength } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { planKeys, roles } from './plan.ts';

/**
 * The person who is signed in. `mustChangePassword` is present, as `true`, only after signing in with a one-time
 * password: until the person chooses their own password, the server refuses every other call.
 */
export const sessionUserSchema = z.object({
  username: z.string(),
  role: z.enum(roles),
  plan: z.enum(planKeys),
  mustChangePassword: z.boolean().optional(),
});
export type SessionUser = z.output<typeof sessionUserSchema>;

/** A session that has just been opened: its token, answered this once, and who is signed in. */
export const sessionSchema = z.object({ token: z.string(), user: sessionUserSchema });
export type Session = z.output<typeof sessionSchema>;

const messageSchema = z.object({ message: z.string() });

const isUsername = (value: string): boolean =>
  value.length >= usernameLength.min &&
  value.length <= usernameLength.max &&
  /^[\p{L}\p{M}0-9._@+-]+$/u.test(value);

/** Whether Latin letters stand beside letters of another script, as in an imitation of somebody else's name. */
const mixesScripts = (value: string): boolean =>
  /\p{Script=Latin}/u.test(value) && /(?!\p{Script=Latin})\p{L}/u.test(value);

/**
 * A user name: 3–64 letters of one alphabet, digits, `.`, `_`, `-`, `@` or `+`, NFKC-normalised and without the blanks at its
 * ends that keyboards of phones add. The server compares user names regardless of case and accents.
 */
export const usernameSchema = z
  .string({ error: 'Escribe tu nombre de usuario.' })
  .max(128, { error: `El nombre de usuario admite como máximo ${usernameLength.max} caracteres.` })
  .transform((value) => value.normalize('NFKC').trim())
  .refine(isUsername, {
    error: `El nombre de usuario debe tener de ${usernameLength.min} a ${usernameLength.max} letras, números o signos . _ - @ +, sin espacios.`,
  })
  .refine((value) => !mixesScripts(value), {
    error: 'El nombre de usuario mezcla letras de dos alfabetos: escríbelo con las de uno solo.',
  });

/** A new password, taken exactly as typed: neither trimmed nor case-folded. */
export const newPasswordSchema = z
  .string({ error: 'Escribe una contraseña.' })
  .min(passwordLength.min, { error: 'La contraseña debe tener al menos 8 caracteres.' })
  .max(passwordLength.max, { error: 'La contraseña admite como máximo 128 caracteres.' })
  .refine((value) => !/\u0000|\p{Surrogate}/u.test(value), {
    error: 'La contraseña contiene caracteres que no se admiten.',
  });

/**
 * A user name or password as typed at login. Almost any text is accepted, so that the answer to a malformed name does
 * not differ from the answer to a wrong password.
 */
export const credentialSchema = requiredCredential('Este dato es obligatorio.');

function requiredCredential(missing: string) {
  return z.string({ error: missing }).min(1, { error: missing }).max(1_024, { error: 'Es demasiado largo.' });
}

/** What the login form shows when it was sent with an empty field. */
const loginIncomplete = 'Escribe tu usuario y tu contraseña.';

/** What is said of a call that lacks the caller's own password where it is required. */
export const currentPasswordMissing = 'Escribe tu contraseña actual.';

/** The own password of the person who calls, as typed. */
export const currentPasswordSchema = requiredCredential(currentPasswordMissing);

/** A code of the second factor as typed: six digits of the authenticator app, or a recovery code. */
export const codeSchema = z
  .string({ error: 'Escribe el código.' })
  .trim()
  .min(1, { error: 'Escribe el código.' })
  .max(64, { error: 'El código es demasiado largo.' });

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  summary:
    'Creates an account with the plan of new accounts and signs it in, unless the operator approves registrations.',
  input: { body: z.object({ username: usernameSchema, password: newPasswordSchema }) },
  status: 201,
  output: z.union([sessionSchema, messageSchema]),
  errors: [
    'device.invalid',
    'account.username_taken',
    'account.password_weak',
    'registration.closed',
    'limit.login',
    'limit.registrations',
  ],
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  summary:
    'Signs a person in on one device; the session that device had ends. An account with a second factor also needs `code`: without it, a right password is answered with `credentials.code_required`.',
  input: {
    body: z.object({
      username: requiredCredential(loginIncomplete),
      password: requiredCredential(loginIncomplete),
      code: codeSchema.optional(),
    }),
  },
  output: sessionSchema,
  errors: [
    'device.invalid',
    'credentials.invalid',
    'credentials.used',
    'credentials.code_required',
    'credentials.code_wrong',
    'account.inactive',
    'limit.login',
  ],
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/auth/logout',
  access: 'user',
  beforeOwnPassword: true,
  summary: 'Ends the session of this device, or of all the devices of the person.',
  input: { body: z.object({ allDevices: z.boolean({ error: 'Debe ser true o false.' }).optional() }) },
  output: messageSchema,
});

export const me = defineEndpoint({
  method: 'GET',
  path: '/api/auth/me',
  access: 'user',
  beforeOwnPassword: true,
  summary: 'Who the session belongs to.',
  input: {},
  output: z.object({ user: sessionUserSchema }),
});

export const changePassword = defineEndpoint({
  method: 'PUT',
  path: '/api/auth/password',
  access: 'user',
  beforeOwnPassword: true,
  summary:
    "Changes the person's own password; their sessions on other devices end. `currentPassword` may be left out for fifteen minutes after a login with a one-time password.",
  input: { body: z.object({ currentPassword: credentialSchema.optional(), newPassword: newPasswordSchema }) },
  output: messageSchema,
  errors: [
    'account.password_required',
    'account.password_wrong',
    'account.password_same',
    'account.password_weak',
    'limit.login',
  ],
});
