import {
  listOfferedPlans,
  readPlan,
  type OfferedPlan,
  type OwnPlanRequest,
  type PlanKey,
} from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';

export type OffersSession = Pick<Session, 'accountId' | 'plan'>;

export interface OfferRoutesNeeds {
  /** Lists the plans that the page shows to a person who has the given plan. */
  listFor(current: PlanKey): Promise<OfferedPlan[]>;
  /** Finds a person's own request for a plan, unless it is settled. */
  findOwn(accountId: string, current: PlanKey): Promise<OwnPlanRequest | undefined>;
}

export function servePlanOffers(
  serve: ServeEndpoint<OffersSession>,
  { listFor, findOwn }: OfferRoutesNeeds,
): void {
  serve(listOfferedPlans, async (_request, { session: { accountId, plan } }) => {
    const current = readPlan(plan);
    const [plans, request] = await Promise.all([listFor(current), findOwn(accountId, current)]);
    return { current, plans, request: request ?? null };
  });
}
