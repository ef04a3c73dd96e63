import type { PlanLimit } from '@butaca/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api/api.ts';

/** The limits of each plan, from the lowest plan to the highest. */
export const plansQuery = () =>
  queryOptions({
    queryKey: ['admin', 'plans'],
    queryFn: ({ signal }) => api('GET /api/admin/plans', {}, signal),
  });

/** Changes the limits of the named plans. */
export const savePlanLimits = (plans: Pick<PlanLimit, 'key' | 'maxStreams'>[]) =>
  api('PUT /api/admin/plans', { body: { plans } });

/** Shows the plan limits that the server returned after a change. */
export function showPlanLimits(queryClient: QueryClient, plans: PlanLimit[]): void {
  queryClient.setQueryData(plansQuery().queryKey, plans);
}
