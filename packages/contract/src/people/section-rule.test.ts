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
  it('takes the plans that the item names, whatever its section says', () => {
    expect(plansForItem(['gplay'], 'CINE_4K')).toEqual(['gplay']);
    expect(plansForItem(['premium', 'estandar'], '')).toEqual(['estandar', 'premium']);
  });

  it('takes those of the section for an item that names none', () => {
    expect(plansForItem([], liveTvSection)).toEqual(['sports', 'premium']);
  });

  it('opens to nobody what names only plans that nobody knows', () => {
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

  it('opens to a viewer just what their plan is listed for', () => {
    const plans = fc.subarray([...planKeys, 'oro'], { minLength: 1 });
    fc.assert(
      fc.property(plans, fc.constantFrom(...planKeys), (requiresPlan, plan) => {
        expect(canOpen({ role: 'user', plan }, requiresPlan, 'CINE_4K')).toBe(requiresPlan.includes(plan));
      }),
    );
  });
});
