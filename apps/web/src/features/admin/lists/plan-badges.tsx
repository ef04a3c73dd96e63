import { planNames, readPlan } from '@butaca/contract';
import { Badge } from '@butaca/ui';

const shown = 2;

/**
 * Badges in a table row for the plans that open a channel or video: the first two plans by name, then the number of
 * others.
 *
 * @param none - the text for no plans
 */
export function PlanBadges({ plans, none }: { plans: readonly string[]; none: string }) {
  if (plans.length === 0) return none;
  const rest = plans.length - shown;
  return (
    <span className="plans">
      {plans.slice(0, shown).map((plan) => (
        <Badge key={plan} tone="plan">
          {planNames[readPlan(plan)]}
        </Badge>
      ))}
      {rest > 0 && <Badge tone="plan">+{rest}</Badge>}
    </span>
  );
}
