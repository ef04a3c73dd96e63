import { planKeys, type PlanKey, type PlanOpening } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { describeAlike, describeOpening, describeReach } from './plan-words.ts';

const opening = (key: PlanKey, tv: number, films = 0): PlanOpening => ({
  key,
  open: tv + films,
  total: 12_140,
  areas: [
    { key: 'tv', name: 'TV en Vivo', open: tv, total: 12_100 },
    { key: 'pelicula', name: 'Películas', open: films, total: 40 },
  ],
  alike: [],
});
const openings = (...listed: PlanOpening[]) => new Map(listed.map((each) => [each.key, each]));

describe('what a plan includes', () => {
  it('names the parts of which it opens something', () => {
    expect(describeOpening(opening('gplay', 12_100, 4))).toBe(
      'Incluye TV en Vivo (12.100), Películas (4 de 40)',
    );
    expect(describeOpening(opening('gplay', 0, 0))).toBe('Todavía no incluye nada');
    expect(describeOpening(undefined)).toBe('');
  });
});

describe('plans that open the same', () => {
  const alike = (key: PlanKey, films: number, ...others: PlanKey[]): PlanOpening => ({
    ...opening(key, 0, films),
    alike: others,
  });

  it('are named once for each group, also those that open nothing', () => {
    expect(
      describeAlike([
        alike('gplay', 0, 'estandar'),
        alike('estandar', 0, 'gplay'),
        alike('cinefilo', 4, 'sports', 'premium'),
        alike('sports', 4, 'cinefilo', 'premium'),
        alike('premium', 4, 'cinefilo', 'sports'),
      ]),
    ).toEqual(['GPlay y Estándar no abren nada del catálogo.', 'Cinéfilo, Sports y Premium abren lo mismo.']);
  });

  it('are none where all plans differ, or the catalogue is empty', () => {
    expect(describeAlike([alike('gplay', 1), alike('premium', 2)])).toEqual([]);
    expect(describeAlike([{ ...alike('gplay', 0, 'premium'), total: 0 }])).toEqual([]);
  });

  it('are described by the lowest of them', () => {
    expect(describeOpening(alike('sports', 4, 'cinefilo', 'premium'))).toBe('Incluye lo mismo que Cinéfilo');
    expect(describeOpening(alike('cinefilo', 4, 'sports'))).toBe('Incluye Películas (4 de 40)');
  });
});

describe('what a person with a plan can open', () => {
  it('is the whole catalogue, or parts of it', () => {
    expect(describeReach(openings(opening('gplay', 12_100, 40)), 'gplay')).toEqual({
      isNothing: false,
      sentence: 'GPlay abre todo el catálogo: TV en Vivo (12.100) y Películas (40).',
    });
    expect(describeReach(openings(opening('gplay', 0, 4)), 'gplay')?.sentence).toBe(
      'GPlay abre Películas (4 de 40).',
    );
  });

  it('is nothing, and then the plans are named that open something', () => {
    const listed = openings(opening('gplay', 0), opening('sports', 12_100), opening('premium', 12_100, 40));
    expect(describeReach(listed, 'gplay')).toEqual({
      isNothing: true,
      sentence:
        'GPlay no abre nada del catálogo de ahora: todo se verá con candado. Con Sports o Premium sí hay algo que ver.',
    });
    expect(describeReach(openings(opening('gplay', 0)), 'gplay')?.sentence).toMatch(/con candado\.$/);
  });

  it('is no warning while the catalogue is empty, and unknown before the counts have arrived', () => {
    const empty = planKeys.map((key) => ({ ...opening(key, 0), total: 0, areas: [] }));
    expect(describeReach(openings(...empty), 'gplay')).toEqual({
      isNothing: false,
      sentence: 'El catálogo todavía está vacío: ningún plan abre nada.',
    });
    expect(describeReach(undefined, 'gplay')).toBeUndefined();
  });
});
