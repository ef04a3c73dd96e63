import { isPlanKey, planNames, type PlanKey } from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createPlansRepository } from './plans.repository.ts';
import { servePlans } from './plans.routes.ts';

/** What the operator shows of a plan on the page of plans. */
export interface PlanOffer {
  key: PlanKey;
  name: string;
  price: string;
  maxStreams: number;
  isHidden: boolean;
}

/** The plans feature: the limits of each subscription plan and its offer, which administrators can change. */
export interface Plans {
  /** Lists all plans in the order of the page of plans, the hidden ones included. */
  listOffers(): Promise<PlanOffer[]>;
  routes(serve: ServeEndpoint<Actor>): void;
}

/** @param onChanged - called after a change, when cached sessions may still contain an old limit */
export function plansFeature(needs: { db: Kysely<Database>; onChanged(): void }): Plans {
  const repository = createPlansRepository(needs.db);
  return {
    async listOffers() {
      const rows = await repository.listOffers();
      return rows.flatMap(({ key, name, price, maxStreams, isHidden }) =>
        isPlanKey(key) ? [{ key, name: name || planNames[key], price, maxStreams, isHidden }] : [],
      );
    },
    routes: (serve) => servePlans(serve, repository, needs.onChanged),
  };
}
