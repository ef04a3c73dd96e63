import { adminPageSize } from '@butaca/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

const key = ['admin', 'plan-requests'] as const;

/** The query filter that matches every cached query about requests for plans. */
export const everyPlanRequestQuery = { queryKey: key };

const lookAgainMs = 60_000;

/**
 * The query for a page of requests for plans, the open ones first. It is refetched every minute, because people ask at
 * any time.
 */
export const planRequestsQuery = (page: number) =>
  queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/admin/plan-requests',
        { query: { page: String(page), limit: String(adminPageSize) } },
        signal,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });

export const grantRequest = (id: string) =>
  api('POST /api/admin/plan-requests/:id/grant', { params: { id } });

export const rejectRequest = (id: string) =>
  api('POST /api/admin/plan-requests/:id/reject', { params: { id } });

/** Takes the decision on a request back: the request is open again. */
export const reopenRequest = (id: string) =>
  api('POST /api/admin/plan-requests/:id/reopen', { params: { id } });
