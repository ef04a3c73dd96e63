import { z } from 'zod';
import { currentPasswordSchema, newPasswordSchema, usernameSchema } from './account.ts';
import { invitationSchema } from './invitation.ts';
import { adminPageSize, maxPageSize } from '../shared/constant.ts';
import { defineEndpoint } from '../shared/endpoint.ts';
import { planKeys, readPlan, roles } from './plan.ts';
import { idSchema, queryFlag, queryNumber, text } from '../shared/text.ts';

const plan = z.enum(planKeys, { error: 'Ese plan no existe.' });
const role = z.enum(roles, { error: 'Ese rol no existe.' });
const expiresAt = z.iso.datetime({ error: 'Debe ser una fecha ISO 8601 en UTC.' }).nullable();

/**
 * A user as the administrators' list of users shows them. Timestamps are ISO 8601 in UTC; from `expiresAt` on, the
 * account counts as inactive. `awaitsApproval` marks a registration that no administrator has approved or rejected yet.
 * `hasSecondFactor`: signing in takes a code besides the password. `invitedUntil`: when the user's unused invitation
 * expires; `null` without one.
 */
export const accountSchema = z.object({
  _id: z.string(),
  username: z.string(),
  role: z.enum(roles),
  plan: z.enum(planKeys),
  isActive: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  awaitsApproval: z.boolean(),
  hasSecondFactor: z.boolean(),
  invitedUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  devices: z.object({ active: z.number(), total: z.number() }),
});
export type Account = z.output<typeof accountSchema>;

const accountParams = z.object({ id: idSchema });

/**
 * The password of the administrator who calls. It is required where the account is, or becomes, that of an administrator,
 * and for the passwords of others: somebody who has stolen a session must not be able to make themselves another way in, nor
 * to keep the other administrators out.
 */
const currentPassword = currentPasswordSchema.optional();
/** The errors of an endpoint that takes the password of the administrator who calls. */
const confirmationErrors = ['account.password_wrong', 'limit.login'] as const;

export const listAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'The users, in the order of their names; filters combine.',
  input: {
    query: z.object({
      page: queryNumber(1, 1_000_000, 1),
      limit: queryNumber(1, maxPageSize, adminPageSize),
      search: text(0, 100).optional(),
      role: role.optional(),
      plan: plan.optional(),
      /** Filters the list of users by status; an account past its `expiresAt` is inactive. */
      status: z.enum(['active', 'inactive'], { error: 'Debe ser active o inactive.' }).optional(),
      /** `true` lists only the registrations that no administrator has approved or rejected yet. */
      awaiting: queryFlag,
    }),
  },
  output: z.object({
    users: z.array(accountSchema),
    page: z.number(),
    totalPages: z.number(),
    total: z.number(),
  }),
});

export const createAccount = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users',
  access: 'admin',
  summary:
    'Creates a user; without a password, one for a single sign-in and an invitation are made and answered this once. Creating an administrator takes the caller’s own password, `currentPassword`.',
  input: {
    body: z.object({
      username: usernameSchema,
      password: newPasswordSchema.optional(),
      role: role.default('user'),
      /** The plan of the created user; by default the plan that the settings give new accounts. */
      plan: plan.optional(),
      expiresAt: expiresAt.optional(),
      currentPassword,
    }),
  },
  status: 201,
  output: accountSchema.extend({
    oneTimePassword: z.string().optional(),
    invitation: invitationSchema.optional(),
  }),
  errors: ['account.username_taken', 'account.password_weak', ...confirmationErrors],
});

export const setAccountPlan = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/plan',
  access: 'admin',
  summary: 'Gives a user a plan; `basico` is read as `gplay`.',
  input: {
    params: accountParams,
    body: z.object({
      plan: z.preprocess((value) => (value === 'basico' ? readPlan(value) : value), plan),
    }),
  },
  output: accountSchema,
  errors: ['account.not_found'],
});

export const setAccountStatus = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/status',
  access: 'admin',
  summary:
    'Activates or deactivates a user, which decides on a registration that waits; sets or clears the day on which the account ends. What is left out stays as it is. For an administrator it takes the caller’s own password, `currentPassword`.',
  input: {
    params: accountParams,
    body: z
      .object({
        isActive: z.boolean({ error: 'Debe ser true o false.' }).optional(),
        expiresAt: expiresAt.optional(),
        currentPassword,
      })
      .refine((body) => body.isActive !== undefined || body.expiresAt !== undefined, {
        error: 'Indica isActive, expiresAt o ambos.',
        path: ['isActive'],
      }),
  },
  output: accountSchema,
  errors: ['account.not_found', 'account.last_admin', ...confirmationErrors],
});

export const setAccountRole = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  summary:
    'Makes a user an administrator, or an administrator a viewer again; both take the caller’s own password, `currentPassword`.',
  input: { params: accountParams, body: z.object({ role, currentPassword }) },
  output: accountSchema,
  errors: ['account.not_found', 'account.last_admin', ...confirmationErrors],
});

export const resetAccountPassword = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:id/password',
  access: 'admin',
  summary:
    'Gives a user a password for a single sign-in, answered this once; their sessions end. It takes the caller’s own password, `currentPassword`.',
  input: { params: accountParams, body: z.object({ currentPassword: currentPasswordSchema }) },
  output: z.object({ oneTimePassword: z.string() }),
  errors: ['account.not_found', 'account.own_password', ...confirmationErrors],
});
