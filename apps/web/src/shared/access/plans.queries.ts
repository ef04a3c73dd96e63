import { planNames, type OfferedPlan, type PlanKey } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../platform/api/api.ts';
import { isSingleUse } from '../single-use.queries.ts';

/** How often a person who waits for an administrator’s answer asks whether it has come. */
const waitingMs = 15_000;

/** The query for the plans that the operator offers, with the person's own plan and request. */
export const offeredPlansQuery = () =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api('GET /api/plans', {}, signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.request?.state === 'open' ? waitingMs : false),
  });

/** The name of a plan: the operator's, or that of docs/requisitos.md, R6.5, for a plan that is not offered or not loaded. */
export const planNameIn = (
  plans: readonly Pick<OfferedPlan, 'key' | 'name'>[] | undefined,
  key: PlanKey,
): string => plans?.find((plan) => plan.key === key)?.name ?? planNames[key];

export const askForPlan = (plan: PlanKey) => api('POST /api/plans/request', { body: { plan } });

export const withdrawRequest = () => api('DELETE /api/plans/request', {});

/**
 * Has everything loaded again that shows the locks of a former plan. A stream that plays goes on: its answer is left
 * alone.
 */
export const reloadLocks = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isSingleUse(queryKey) });
