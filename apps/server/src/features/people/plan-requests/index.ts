import type { OwnPlanRequest, PlanKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createPlanRequestsRepository, type ChangePlan } from './plan-requests.repository.ts';
import { servePlanRequests, toOwnRequest, type PlanRequestSession } from './plan-requests.routes.ts';

/** The requests of viewers for another plan, which administrators grant or reject. */
export interface PlanRequests {
  /**
   * Finds the request of an account that is open or was rejected; a request for the plan that the account has is
   * settled, and is not found.
   */
  findOwn(accountId: string, currentPlan: PlanKey): Promise<OwnPlanRequest | undefined>;
  routes(serve: ServeEndpoint<PlanRequestSession>): void;
}

export function planRequestsFeature({
  db,
  changePlan,
  isOffered,
}: {
  db: Kysely<Database>;
  changePlan: ChangePlan;
  /** Whether the page of plans shows a plan. */
  isOffered(plan: PlanKey): Promise<boolean>;
}): PlanRequests {
  const repository = createPlanRequestsRepository(db, changePlan);
  return {
    async findOwn(accountId, currentPlan) {
      const row = await repository.findOwn(accountId);
      if (row === undefined || row.state === 'granted' || row.plan === currentPlan) return undefined;
      return toOwnRequest(row);
    },
    routes: (serve) => servePlanRequests(serve, { repository, isOffered }),
  };
}
