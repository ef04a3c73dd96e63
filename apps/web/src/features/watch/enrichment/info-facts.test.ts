import type { EnrichmentInfo } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { readFacts } from './info-facts.ts';

const unknown = 'No disponible';
const nothing: EnrichmentInfo = {
  director: unknown,
  cast: unknown,
  production: 'Información no disponible',
  trivia: [unknown],
  culturalImpact: unknown,
  awards: unknown,
  boxOffice: unknown,
  soundtrack: unknown,
  locations: unknown,
  budget: unknown,
  source: 'gemini',
};
const general = (info: Partial<EnrichmentInfo>) =>
  readFacts({ ...nothing, ...info }).general.map(({ label, isWide }) => (isWide ? `[${label}]` : label));

describe('readFacts', () => {
  it('leaves out unknown facts', () => {
    expect(readFacts(nothing)).toEqual({
      general: [],
      trivia: [],
      production: [],
      statements: [],
      isBare: false,
    });
  });

  it('keeps statements about the genre and the decade apart from what is known of the title', () => {
    const info = {
      ...nothing,
      trivia: ['Del género.'],
      soundtrack: 'Sintetizadores.',
      generalHeading: 'Del género drama',
      ofDecade: { heading: 'De los años noventa', production: 'En película.', trivia: unknown },
    };
    expect(readFacts(info)).toEqual({
      general: [],
      trivia: [],
      production: [],
      statements: [
        { heading: 'Del género drama', texts: ['Del género.', 'Sintetizadores.'] },
        { heading: 'De los años noventa', texts: ['En película.'] },
      ],
      isBare: true,
    });
    expect(readFacts({ ...info, director: 'Una' })).toMatchObject({
      general: [{ label: 'Director' }],
      isBare: false,
    });
  });

  it('gives a full line to a fact that has no other fact beside it', () => {
    expect(general({ director: 'Una', cast: 'Dos' })).toEqual(['Director', 'Reparto']);
    expect(general({ director: 'Una' })).toEqual(['[Director]']);
    expect(general({ director: 'Una', cast: 'Dos', awards: 'Tres', culturalImpact: 'Cuatro' })).toEqual([
      'Director',
      'Reparto',
      '[Premios]',
      '[Impacto cultural]',
    ]);
  });

  it('gives a long text a full line, after the short facts', () => {
    expect(general({ director: 'Una', cast: 'Dos '.repeat(80), soundtrack: 'Tres' })).toEqual([
      'Director',
      'Banda sonora',
      '[Reparto]',
    ]);
  });
});
