import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { updatePlans } from './plan-limit.ts';
import { defaultPlan, isPlanKey, planKeys, planNames, readPlan } from './plan.ts';

describe('readPlan', () => {
  it.each(planKeys)('reads %s as itself', (plan) => {
    expect(readPlan(plan)).toBe(plan);
    expect(planNames[plan]).not.toBe('');
  });

  it.each(['basico', 'gratuito', '', 'PREMIUM', ' premium', 'constructor', '__proto__'])(
    'reads %j as the lowest plan',
    (name) => {
      expect(readPlan(name)).toBe(planKeys[0]);
    },
  );

  it('never reads an unknown name as a higher plan', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        expect(readPlan(name)).toBe(isPlanKey(name) ? name : defaultPlan);
      }),
    );
  });
});

describe('the limits of the plans', () => {
  const body = updatePlans.input.body;
  const bounds = 'plans.0.maxStreams: Debe ser un número entero entre 1 y 20.';

  it.each([1, 20])('accept %d simultaneous devices', (maxStreams) => {
    expect(faultsOf(body, { plans: [{ key: 'gplay', maxStreams }] })).toEqual([]);
  });

  it.each([0, 21, 1.5, -1, '2', null])('refuse %o simultaneous devices', (maxStreams) => {
    expect(faultsOf(body, { plans: [{ key: 'gplay', maxStreams }] })).toEqual([bounds]);
  });

  it('can be changed for all plans at once, each named once', () => {
    const all = planKeys.map((key) => ({ key, maxStreams: 2 }));
    const twice = 'plans: Cada plan debe aparecer una sola vez.';
    expect(faultsOf(body, { plans: all })).toEqual([]);
    expect(faultsOf(body, { plans: [all[0], all[0]] })).toEqual([twice]);
    expect(faultsOf(body, { plans: [...all, all[0]] })).toContain(twice);
  });

  it('require at least one plan, and no unknown one', () => {
    expect(faultsOf(body, { plans: [] })).toEqual(['plans: Indica al menos un plan.']);
    expect(faultsOf(body, { plans: {} })).toEqual(['plans: Debe ser una lista de planes.']);
    expect(faultsOf(body, { plans: [{ key: 'oro', maxStreams: 2 }] })).toEqual([
      'plans.0.key: Ese plan no existe.',
    ]);
  });
});
