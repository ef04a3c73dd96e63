import { listPlans, planKeys, planNames, updatePlans, type PlanLimit } from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import type { Kysely } from 'kysely';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import { createPlansRepository } from './plans.repository.ts';

export interface Plans {
  routes(serve: ServeEndpoint<Actor>): void;
}

/**
 * What each plan allows.
 *
 * @param onChanged - told that sessions may know an old limit
 */
export function plansFeature(needs: { db: Kysely<Database>; onChanged(): void }): Plans {
  const repository = createPlansRepository(needs.db);
  return {
    routes(serve) {
      serve(listPlans, async () => inOrder(await repository.list()));
      serve(updatePlans, async ({ body }, { session }) => {
        const rows = await repository.update(body.plans, session, (key) => planNames[key]);
        needs.onChanged();
        return inOrder(rows);
      });
    },
  };
}

/** From the lowest plan to the highest; a row of a plan that this version does not know is left out. */
function inOrder(rows: readonly { key: string; maxStreams: number; users: number }[]): PlanLimit[] {
  return planKeys.flatMap((key) => {
    const row = rows.find((each) => each.key === key);
    return row === undefined ? [] : [{ ...row, key }];
  });
}
