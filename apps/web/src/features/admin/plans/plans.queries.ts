import type { PlanLimit } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The query of the subscription plans with their device limits, from the lowest plan to the highest. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => api('GET /api/admin/plans', {}, signal),
  });

/** Changes how many devices may play at once under each of the given plans. */
export const savePlanLimits = (plans: Pick<PlanLimit, 'key' | 'maxStreams'>[]) =>
  api('PUT /api/admin/plans', { body: { plans } });

/** Puts the device limits of the plans, as the server returned them after a change, into the query cache. */
export function showPlanLimits(queryClient: QueryClient, plans: PlanLimit[]): void {
  queryClient.setQueryData(plansQuery().queryKey, plans);
}
