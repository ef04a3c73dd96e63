import type { EndpointCall, PlanLimit, updatePlans } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The query of the subscription plans with their limits and offers, from the lowest plan to the highest. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => api('GET /api/admin/plans', {}, signal),
  });

/** The query of what each plan opens of the present catalogue, and which plans open the same, by plan. */
export const planOpeningsQuery = () =>
  queryOptions({
    queryKey: ['admin', 'plan-openings'],
    queryFn: ({ signal }) => api('GET /api/admin/plans/openings', {}, signal),
    select: (openings) => new Map(openings.map((opening) => [opening.key, opening])),
    staleTime: 0,
  });

/** Changes the given plans; what is left out stays as it is. */
export const savePlans = (plans: NonNullable<EndpointCall<typeof updatePlans>['body']>['plans']) =>
  api('PUT /api/admin/plans', { body: { plans } });

/** Puts the plans, as the server returned them after a change, into the query cache. */
export function showPlans(queryClient: QueryClient, plans: PlanLimit[]): void {
  queryClient.setQueryData(plansQuery().queryKey, plans);
}
