import type { ImportGroup } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { findGroups, listChanges, withType } from './group-choices.ts';

const films: ImportGroup = {
  group: 'Cine Clásico',
  entries: 3,
  added: 3,
  updated: 0,
  duplicates: 0,
  doubtful: 0,
  kind: 'movie',
  tipo: 'pelicula',
  mainSection: 'POR_GENERO',
  subcategoria: null,
  section: null,
  isIncluded: true,
  isAdult: false,
  samples: ['El faro', 'La niebla'],
};
const news: ImportGroup = {
  ...films,
  group: 'Noticias',
  kind: 'live',
  tipo: 'canal',
  mainSection: null,
  section: 'Noticias',
  samples: ['Canal 9'],
};
const chosen = (...groups: ImportGroup[]) => new Map(groups.map((group) => [group.group, group]));

describe('the group changes that a preview is published with', () => {
  it('omit unchanged groups, and groups changed back to their original', () => {
    expect(listChanges([films, news], new Map())).toEqual([]);
    expect(listChanges([films, news], chosen({ ...films }))).toEqual([]);
  });

  it('hold the new type of a changed group and its destination', () => {
    const series = withType(films, 'serie');
    expect(listChanges([films, news], chosen({ ...series, subcategoria: 'Retro' }))).toEqual([
      { group: 'Cine Clásico', isIncluded: true, tipo: 'serie', subcategoria: 'Retro' },
    ]);
    expect(listChanges([films, news], chosen({ ...films, mainSection: 'CINE_4K' }))).toEqual([
      { group: 'Cine Clásico', isIncluded: true, tipo: 'pelicula', mainSection: 'CINE_4K' },
    ]);
    expect(listChanges([films, news], chosen({ ...news, section: 'Mundo' }))).toEqual([
      { group: 'Noticias', isIncluded: true, tipo: 'canal', section: 'Mundo' },
    ]);
  });

  it('take a group in again without a kind for all of its entries', () => {
    const out = { ...films, isIncluded: false };
    expect(listChanges([out], chosen(films))).toEqual([{ group: 'Cine Clásico', isIncluded: true }]);
    expect(listChanges([out], chosen(withType(films, 'anime')))).toEqual([
      { group: 'Cine Clásico', isIncluded: true, tipo: 'anime' },
    ]);
  });

  it('mark a group that is left out', () => {
    const [change] = listChanges([films], chosen({ ...films, isIncluded: false }));
    expect(change).toMatchObject({ group: 'Cine Clásico', isIncluded: false });
  });
});

describe('a group that is given another type', () => {
  it('gets the default destination of that type', () => {
    expect(withType(films, 'canal')).toMatchObject({ section: 'Cine Clásico', mainSection: null });
    expect(withType(news, 'pelicula')).toMatchObject({ mainSection: 'POR_GENERO', section: null });
    expect(withType(films, 'serie')).toMatchObject({ subcategoria: 'Netflix', mainSection: null });
    expect(withType(films, 'anime')).toMatchObject({ mainSection: null, subcategoria: null, section: null });
  });

  it('gets the section «General» as a channel when its name is empty', () => {
    expect(withType({ ...films, group: '' }, 'canal').section).toBe('General');
  });
});

describe('the search among groups', () => {
  it('matches group names and titles, ignoring case and accents', () => {
    expect(findGroups([films, news], 'CLASICO')).toEqual([films]);
    expect(findGroups([films, news], 'niebla cine')).toEqual([films]);
    expect(findGroups([films, news], 'canal')).toEqual([news]);
    expect(findGroups([films, news], '')).toEqual([films, news]);
    expect(findGroups([films, news], 'nada')).toEqual([]);
  });
});
