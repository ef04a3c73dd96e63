import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planKeys } from './plan.ts';
import { canOpen, liveTvSection, plansForItem, plansForSection } from './section-rule.ts';

describe('plansForSection', () => {
  it.each([
    ['CINE_4K', ['cinefilo', 'premium']],
    ['CINE_60FPS', ['cinefilo', 'premium']],
    ['CINE_2025', ['cinefilo', 'premium']],
    [liveTvSection, ['sports', 'premium']],
    ['DORAMAS', ['estandar', 'cinefilo', 'premium']],
  ])('opens %s to %j', (section, plans) => {
    expect(plansForSection(section)).toEqual(plans);
  });

  it.each(['POR_GENERO', 'ESPECIALES', 'ZONA_KIDS', '', 'Deportes', 'cine_4k'])(
    'opens «%s» to every plan',
    (section) => {
      expect(plansForSection(section)).toEqual(planKeys);
    },
  );
});

describe('plansForItem', () => {
  it('returns the plans of the item, whatever its section', () => {
    expect(plansForItem(['gplay'], 'CINE_4K')).toEqual(['gplay']);
    expect(plansForItem(['premium', 'estandar'], '')).toEqual(['estandar', 'premium']);
  });

  it('returns the plans of the section for an item without plans', () => {
    expect(plansForItem([], liveTvSection)).toEqual(['sports', 'premium']);
  });

  it('returns no plan for an item with unknown plans only', () => {
    expect(plansForItem(['oro'], '')).toEqual([]);
  });
});

describe('canOpen', () => {
  it('opens everything to administrators', () => {
    expect(canOpen({ role: 'admin', plan: 'gplay' }, ['oro'], 'CINE_4K')).toBe(true);
  });

  it.each([
    ['gplay', [], 'POR_GENERO', true],
    ['gplay', [], 'CINE_4K', false],
    ['cinefilo', [], 'CINE_4K', true],
    ['cinefilo', [], liveTvSection, false],
    ['sports', [], liveTvSection, true],
    ['sports', [], 'DORAMAS', false],
    ['estandar', [], 'DORAMAS', true],
    ['gplay', ['gplay'], 'CINE_4K', true],
    ['premium', ['gplay'], 'CINE_4K', false],
  ] as const)('with %s, an item of %j in «%s»: %o', (plan, requiresPlan, section, expected) => {
    expect(canOpen({ role: 'user', plan }, requiresPlan, section)).toBe(expected);
  });

  it('opens every section to Premium', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('CINE_4K', 'CINE_60FPS', 'CINE_2025', 'TV_EN_VIVO', 'DORAMAS', 'x'),
        (section) => canOpen({ role: 'user', plan: 'premium' }, [], section),
      ),
    );
  });

  it('opens to a viewer exactly the items that list their plan', () => {
    const plans = fc.subarray([...planKeys, 'oro'], { minLength: 1 });
    fc.assert(
      fc.property(plans, fc.constantFrom(...planKeys), (requiresPlan, plan) => {
        expect(canOpen({ role: 'user', plan }, requiresPlan, 'CINE_4K')).toBe(requiresPlan.includes(plan));
      }),
    );
  });
});
