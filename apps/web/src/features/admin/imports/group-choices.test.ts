import type { ImportGroup } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { findGroups, listChanges, withType } from './group-choices.ts';

const films: ImportGroup = {
  group: 'Cine Clásico',
  entries: 3,
  added: 3,
  updated: 0,
  duplicates: 0,
  kind: 'movie',
  tipo: 'pelicula',
  mainSection: 'POR_GENERO',
  subcategoria: null,
  section: null,
  isIncluded: true,
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

describe('what a preview is published with', () => {
  it('says nothing of groups that stay as they are, nor of those that came back to it', () => {
    expect(listChanges([films, news], new Map())).toEqual([]);
    expect(listChanges([films, news], chosen({ ...films }))).toEqual([]);
  });

  it('says of a changed group what it becomes, and where that goes', () => {
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

  it('says of a group that it is left out', () => {
    const [change] = listChanges([films], chosen({ ...films, isIncluded: false }));
    expect(change).toMatchObject({ group: 'Cine Clásico', isIncluded: false });
  });
});

describe('a group of another kind', () => {
  it('goes where that kind goes', () => {
    expect(withType(films, 'canal')).toMatchObject({ section: 'Cine Clásico', mainSection: null });
    expect(withType(news, 'pelicula')).toMatchObject({ mainSection: 'POR_GENERO', section: null });
    expect(withType(films, 'serie')).toMatchObject({ subcategoria: 'Netflix', mainSection: null });
    expect(withType(films, 'anime')).toMatchObject({ mainSection: null, subcategoria: null, section: null });
  });

  it('is «General» where channels have no group', () => {
    expect(withType({ ...films, group: '' }, 'canal').section).toBe('General');
  });
});

describe('a search among groups', () => {
  it('finds names and titles, in any case and without accents', () => {
    expect(findGroups([films, news], 'CLASICO')).toEqual([films]);
    expect(findGroups([films, news], 'niebla cine')).toEqual([films]);
    expect(findGroups([films, news], 'canal')).toEqual([news]);
    expect(findGroups([films, news], '')).toEqual([films, news]);
    expect(findGroups([films, news], 'nada')).toEqual([]);
  });
});
