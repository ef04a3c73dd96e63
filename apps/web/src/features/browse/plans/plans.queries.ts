import type { PlanKey } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The query for the plans that the operator offers, with the person's own plan and request. */
export const offeredPlansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api('GET /api/plans', {}, signal),
    staleTime: 0,
  });

/** Asks the administrators for a plan. */
export const askForPlan = (plan: PlanKey) => api('POST /api/plans/request', { body: { plan } });

/** Takes the person's open request for a plan back. */
export const withdrawRequest = () => api('DELETE /api/plans/request', {});

/** Has everything loaded again but the page of plans itself: cached lists still show the locks of a former plan. */
export const reloadLocks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) => queryKey[0] !== offeredPlansQuery().queryKey[0],
  });
