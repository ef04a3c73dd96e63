import { planKeys, planNames, type PlanKey } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { chooseOffers } from './choose-offers.ts';
import type { Offer, Opening } from './compose-offers.ts';

type Plan = Offer & { isHidden: boolean };
const offersWith = (changes: Partial<Record<PlanKey, Partial<Plan>>> = {}): Plan[] =>
  planKeys.map((key) => ({
    key,
    name: planNames[key],
    price: '',
    maxStreams: 1,
    isHidden: false,
    ...changes[key],
  }));
const openTo = (...plans: PlanKey[]): Opening => ({
  area: { key: 'tv', name: 'TV en Vivo' },
  plans,
  total: 4,
  samples: [],
});
const keysOf = (offers: readonly Plan[]) => offers.map(({ key }) => key);

describe('the cards of the page of plans', () => {
  it('are one where all plans open everything, and it is the person’s own plan', () => {
    expect(keysOf(chooseOffers(offersWith(), [openTo(...planKeys)], []))).toEqual(['gplay']);
    expect(keysOf(chooseOffers(offersWith(), [openTo(...planKeys)], ['premium']))).toEqual(['premium']);
  });

  it('are one while the catalogue is empty', () => {
    expect(keysOf(chooseOffers(offersWith(), [], ['estandar']))).toEqual(['estandar']);
  });

  it('leave out plans that open nothing, and of two that open the same the later one', () => {
    const openings = [openTo('sports', 'premium')];
    expect(keysOf(chooseOffers(offersWith(), openings, []))).toEqual(['sports']);
    expect(keysOf(chooseOffers(offersWith(), openings, ['gplay']))).toEqual(['gplay', 'sports']);
  });

  it('are all of those that differ', () => {
    const openings = [openTo(...planKeys), openTo('cinefilo', 'premium'), openTo('sports', 'premium')];
    expect(keysOf(chooseOffers(offersWith(), openings, ['gplay']))).toEqual([
      'gplay',
      'cinefilo',
      'sports',
      'premium',
    ]);
  });

  it('include every plan to which the operator gave a name or a price, in place of the others that are alike', () => {
    const offers = offersWith({ cinefilo: { price: '5 €' }, premium: { name: 'Familia' } });
    expect(keysOf(chooseOffers(offers, [openTo(...planKeys)], []))).toEqual(['cinefilo', 'premium']);
    expect(keysOf(chooseOffers(offers, [openTo(...planKeys)], ['gplay']))).toEqual([
      'gplay',
      'cinefilo',
      'premium',
    ]);
  });

  it('include the plan that the person asked for, and no hidden plan', () => {
    const offers = offersWith({ gplay: { isHidden: true } });
    expect(keysOf(chooseOffers(offers, [openTo(...planKeys)], []))).toEqual(['estandar']);
    expect(keysOf(chooseOffers(offers, [openTo(...planKeys)], ['estandar', 'premium']))).toEqual([
      'estandar',
      'premium',
    ]);
  });
});
