import type { PlanKey } from '@butaca/contract';
import { Notice } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import './plan-reach.css';
import { describeReach } from './plan-words.ts';
import { planOpeningsQuery } from './plans.queries.ts';

/** Says what a plan opens of the present catalogue, and warns where that is nothing; empty until it is known. */
export function PlanReach({ plan }: { plan: PlanKey }) {
  const reach = describeReach(useQuery(planOpeningsQuery()).data, plan);
  if (reach === undefined) return null;
  if (reach.isNothing) return <Notice tone="warn">{reach.sentence}</Notice>;
  return <output className="plan-reach">{reach.sentence}</output>;
}
