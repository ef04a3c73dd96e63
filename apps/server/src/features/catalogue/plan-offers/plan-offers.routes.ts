import {
  listOfferedPlans,
  listPlanOpenings,
  readPlan,
  type OfferedPlan,
  type OwnPlanRequest,
  type PlanKey,
  type PlanOpening,
} from '@butaca/contract';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { Session } from '../../../shared/session.ts';

export type OffersSession = Pick<Session, 'accountId' | 'role' | 'plan'>;

export interface OfferRoutesNeeds {
  /** Lists the plans that the page shows, among them the given ones in any case. */
  listFor(kept: readonly PlanKey[]): Promise<OfferedPlan[]>;
  /** Lists what each plan opens of the catalogue, and which plans are alike. */
  listOpenings(): Promise<PlanOpening[]>;
  /** Finds a person's own request for a plan, unless it is settled. */
  findOwn(accountId: string, current: PlanKey): Promise<OwnPlanRequest | undefined>;
}

export function servePlanOffers(
  serve: ServeEndpoint<OffersSession>,
  { listFor, listOpenings, findOwn }: OfferRoutesNeeds,
): void {
  serve(listPlanOpenings, () => listOpenings());
  serve(listOfferedPlans, async (_request, { session: { accountId, role, plan } }) => {
    const current = readPlan(plan);
    const request = await findOwn(accountId, current);
    // A person sees their own plan even if the operator no longer offers it, to compare the others with it; an
    // administrator, whose plan decides nothing, sees the page as others do.
    const own = role === 'admin' ? [] : [current];
    const plans = await listFor([...own, ...(request?.state === 'open' ? [request.plan] : [])]);
    return { current, plans, request: request ?? null };
  });
}
