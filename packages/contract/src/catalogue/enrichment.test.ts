import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../test/faults-of.ts';
import { defaultTheme } from './enrichment-values.ts';
import { enrichmentInfoSchema, enrichmentThemeSchema, getRecommendations } from './enrichment.ts';

describe('the enrichment of a title', () => {
  it.each(['channel', 'movie', 'pelicula', 'serie', 'series', 'anime'])(
    'is available for the itemType %s',
    (itemType) => {
      expect(faultsOf(getRecommendations.input.params, { itemType, itemId: '1' })).toEqual([]);
    },
  );

  it('is not available for any other itemType', () => {
    expect(faultsOf(getRecommendations.input.params, { itemType: 'novela', itemId: '1' })).toEqual([
      'itemType: Ese tipo de contenido no existe.',
    ]);
  });

  it('has at most six recommendations', () => {
    const one = { title: 'Duna', reason: '', similarity: 'alta', _id: null, video: null };
    const answer = { genres: [], themes: [], mood: '', source: 'gemini' };
    const several = (count: number) => ({
      ...answer,
      recommendations: Array.from({ length: count }, () => one),
    });
    expect(faultsOf(getRecommendations.output, several(6))).toEqual([]);
    expect(faultsOf(getRecommendations.output, several(7))).toHaveLength(1);
  });
});

describe('a theme of a title', () => {
  const theme = { ...defaultTheme, source: 'gemini' };

  it.each([
    [{ primaryColor: 'red' }, 'primaryColor'],
    [{ textColor: '#FFFFFF' }, 'textColor'],
    [{ gradientStart: '#fff' }, 'gradientStart'],
    [{ gradientEnd: 'url(x)' }, 'gradientEnd'],
    [{ overlayOpacity: 1.01 }, 'overlayOpacity'],
    [{ overlayOpacity: -0.01 }, 'overlayOpacity'],
    [{ animationType: 'spin' }, 'animationType'],
    [{ source: 'other' }, 'source'],
    [{ mood: 'x'.repeat(2_001) }, 'mood'],
  ])('is refused with %o', (fields, path) => {
    expect(faultsOf(enrichmentThemeSchema, theme)).toEqual([]);
    const found = faultsOf(enrichmentThemeSchema, { ...theme, ...fields });
    expect(found.map((fault) => fault.split(':')[0])).toEqual([path]);
  });
});

describe('the information about a title', () => {
  const said = {
    director: '',
    cast: '',
    production: '',
    culturalImpact: '',
    awards: '',
    boxOffice: '',
    soundtrack: '',
    locations: '',
    budget: '',
  };
  const info = { ...said, trivia: [], source: 'fallback' };

  it.each(Object.keys(said))('allows at most two thousand characters in %s', (field) => {
    expect(faultsOf(enrichmentInfoSchema, { ...info, [field]: 'x'.repeat(2_000) })).toEqual([]);
    expect(faultsOf(enrichmentInfoSchema, { ...info, [field]: 'x'.repeat(2_001) })).toHaveLength(1);
  });

  it('allows at most twenty curiosities', () => {
    const trivia = Array.from({ length: 21 }, () => 'x');
    expect(faultsOf(enrichmentInfoSchema, { ...info, trivia: trivia.slice(1) })).toEqual([]);
    expect(faultsOf(enrichmentInfoSchema, { ...info, trivia })).toHaveLength(1);
  });
});
