import { adminPageSize, type EndpointCall, type listAccounts } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** What the list of users is narrowed to, as the server reads it. */
export type UserFilter = Pick<
  NonNullable<EndpointCall<typeof listAccounts>['query']>,
  'search' | 'role' | 'plan' | 'status' | 'awaiting'
>;

export const usersKey = ['admin', 'users'] as const;

/** A page of users, fifty at a time. */
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

/** How many registrations wait for a decision. */
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

/** Under which everything about the devices of a user is cached. */
export const devicesKey = (userId: string) => ['admin', 'devices', userId] as const;

/** The devices of a user: those that are active, or all. */
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
