import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createPlansRepository } from './plans.repository.ts';
import { servePlans } from './plans.routes.ts';

/** The plans feature: the limits of each subscription plan, which administrators can change. */
export interface Plans {
  routes(serve: ServeEndpoint<Actor>): void;
}

/**
 * Creates the plans feature, in which administrators change the limits of subscription plans.
 *
 * @param onChanged - called after a change, when cached sessions may still contain an old limit
 */
export function plansFeature(needs: { db: Kysely<Database>; onChanged(): void }): Plans {
  const repository = createPlansRepository(needs.db);
  return {
    routes: (serve) => servePlans(serve, repository, needs.onChanged),
  };
}
