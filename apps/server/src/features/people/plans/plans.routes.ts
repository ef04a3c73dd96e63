import { listPlans, planKeys, planNames, updatePlans, type PlanLimit } from '@butaca/contract';
import type { Actor } from '@butaca/db';
import type { ServeEndpoint } from '../../../platform/http/serve-endpoint.ts';
import type { PlansRepository } from './plans.repository.ts';

/** @param onChanged - called after a change, when cached sessions may still contain an old limit */
export function servePlans(
  serve: ServeEndpoint<Actor>,
  repository: PlansRepository,
  onChanged: () => void,
): void {
  serve(listPlans, async () => inOrder(await repository.list()));
  serve(updatePlans, async ({ body }, { session }) => {
    const rows = await repository.update(body.plans, session, (key) => planNames[key]);
    onChanged();
    return inOrder(rows);
  });
}

/**
 * Orders subscription plans from the lowest to the highest; plans that this version of the server does not know are
 * left out.
 */
function inOrder(rows: readonly (Omit<PlanLimit, 'key'> & { key: string })[]): PlanLimit[] {
  return planKeys.flatMap((key) => {
    const row = rows.find((each) => each.key === key);
    return row === undefined ? [] : [{ ...row, key }];
  });
}
