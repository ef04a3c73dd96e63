import { planKeys, type PlanLimit } from '@butaca/contract';
import { expect, it } from 'vitest';
import { findChanges, type PlanValues } from './plan-changes.ts';

const saved: PlanLimit[] = planKeys.map((key, position) => ({
  key,
  maxStreams: 2,
  users: 0,
  name: '',
  price: '',
  isHidden: false,
  position,
}));
const values: PlanValues[] = saved.map((plan) => ({ ...plan, maxStreams: String(plan.maxStreams) }));

it('finds no change in what is saved', () => {
  expect(findChanges(saved, values)).toEqual([]);
});

it('names only the changed fields of the changed plans', () => {
  const next = values.map((plan) => (plan.key === 'sports' ? { ...plan, price: 'Gratis' } : plan));
  expect(findChanges(saved, next)).toEqual([{ key: 'sports', price: 'Gratis' }]);
});

it('gives each plan that stands elsewhere its new place', () => {
  const [first, second, ...others] = values;
  const next = [second, first, ...others].filter((plan) => plan !== undefined);
  expect(findChanges(saved, next)).toEqual([
    { key: second?.key, position: 0 },
    { key: first?.key, position: 1 },
  ]);
});
