import {
  adminPageSize,
  type createAccount,
  type EndpointCall,
  type listAccounts,
  type PlanKey,
  type setAccountStatus,
} from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The filters of the list of users, as the server takes them. */
export type UserFilter = Pick<
  NonNullable<EndpointCall<typeof listAccounts>['query']>,
  'search' | 'role' | 'plan' | 'status' | 'awaiting'
>;

const usersKey = ['admin', 'users'] as const;

/** The query filter that matches every cached query about user accounts. */
export const everyUserQuery = { queryKey: usersKey };

/** The query for a page of fifty user accounts. */
export const usersQuery = (page: number, filter: UserFilter) =>
  queryOptions({
    queryKey: [...usersKey, page, filter],
    queryFn: ({ signal }) =>
      api(
        'GET /api/admin/users',
        { query: { page: String(page), limit: String(adminPageSize), ...filter } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

/** The query for the number of registrations that await an administrator's approval. */
export const awaitingQuery = () =>
  queryOptions({
    queryKey: [...usersKey, 'awaiting'],
    queryFn: async ({ signal }) => {
      const { total } = await api(
        'GET /api/admin/users',
        { query: { awaiting: 'true', limit: '1' } },
        signal,
      );
      return total;
    },
  });

const devicesKey = (userId: string) => ['admin', 'devices', userId] as const;

/** The query filter that matches every cached query about the devices of one user. */
export const everyDeviceQuery = (userId: string) => ({ queryKey: devicesKey(userId) });

/** The query for the devices of a user: only the active ones, or all. */
export const devicesQuery = (userId: string, isOfAll: boolean) =>
  queryOptions({
    queryKey: [...devicesKey(userId), isOfAll],
    queryFn: ({ signal }) =>
      api(
        'GET /api/devices/admin/:userId',
        { params: { userId }, query: { ...(isOfAll && { includeInactive: 'true' as const }) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  });

export const createUser = (body: NonNullable<EndpointCall<typeof createAccount>['body']>) =>
  api('POST /api/admin/users', { body });

export const setUserPlan = (id: string, plan: PlanKey) =>
  api('PUT /api/admin/users/:id/plan', { params: { id }, body: { plan } });

/** @param currentPassword - the caller's own password */
export const makeAdmin = (id: string, currentPassword: string) =>
  api('PUT /api/admin/users/:id/role', { params: { id }, body: { role: 'admin', currentPassword } });

/** @param currentPassword - the caller's own password */
export const makeViewer = (id: string, currentPassword: string) =>
  api('PUT /api/admin/users/:id/role', { params: { id }, body: { role: 'user', currentPassword } });

/**
 * Activates or deactivates an account, or sets the instant at which the account expires; absent fields are left
 * unchanged. An administrator's account takes the caller's own password, `currentPassword`.
 */
export const setUserStatus = (id: string, body: NonNullable<EndpointCall<typeof setAccountStatus>['body']>) =>
  api('PUT /api/admin/users/:id/status', { params: { id }, body });

/**
 * Replaces a user's password by a generated one-time password, which the server's answer contains.
 *
 * @param currentPassword - the caller's own password
 */
export const resetPassword = (id: string, currentPassword: string) =>
  api('POST /api/admin/users/:id/password', { params: { id }, body: { currentPassword } });

/**
 * Makes a link with which a user sets their own password; an earlier link ends.
 *
 * @param currentPassword - the caller's own password
 */
export const inviteUser = (id: string, currentPassword: string) =>
  api('POST /api/admin/users/:id/invitation', { params: { id }, body: { currentPassword } });

/** The body of an act on a user that takes the caller's own password where the user is an administrator. */
const confirmedBy = (currentPassword: string | undefined) =>
  currentPassword === undefined ? {} : { currentPassword };

/** Ends the unused invitation of a user. @param currentPassword - the caller's own, for that of an administrator */
export const revokeInvitation = (id: string, currentPassword?: string) =>
  api('DELETE /api/admin/users/:id/invitation', { params: { id }, body: confirmedBy(currentPassword) });

/** Turns the second factor of another user off. @param currentPassword - the caller's own password */
export const endSecondFactor = (id: string, currentPassword: string) =>
  api('DELETE /api/admin/users/:id/second-factor', { params: { id }, body: { currentPassword } });

/**
 * Deactivates one device of a user: ends the session on it.
 *
 * @param currentPassword - the caller's own password, for the device of an administrator
 */
export const endDevice = (userId: string, deviceId: string, currentPassword?: string) =>
  api('DELETE /api/devices/admin/:userId/:deviceId', {
    params: { userId, deviceId },
    body: confirmedBy(currentPassword),
  });

/**
 * Deactivates every device of a user: ends the sessions on all of them.
 *
 * @param currentPassword - the caller's own password, for the devices of an administrator
 */
export const endEveryDevice = (userId: string, currentPassword?: string) =>
  api('DELETE /api/devices/admin/:userId/devices', {
    params: { userId },
    body: confirmedBy(currentPassword),
  });
