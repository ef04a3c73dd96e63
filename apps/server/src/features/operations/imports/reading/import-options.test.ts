import type { GroupChoice, ImportGroup } from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import { keepChanges, readDestination, type Destination, type ImportOptions } from './import-options.ts';

describe('readDestination', () => {
  it.each<[string, ImportOptions, Partial<Destination>]>([
    ['channels', { kind: 'channels', categoria: 'serie' }, { tipo: 'canal' }],
    [
      'films',
      { kind: 'videos', categoria: 'pelicula', subcategoria: 'CINE_4K' },
      { tipo: 'pelicula', mainSection: 'CINE_4K' },
    ],
    [
      'series',
      { kind: 'videos', categoria: 'serie', subcategoria: 'Disney' },
      { tipo: 'serie', subcategoria: 'Disney' },
    ],
    [
      'animes, which have no subcategory',
      { kind: 'videos', categoria: 'anime', subcategoria: 'Disney' },
      { tipo: 'anime' },
    ],
    [
      'a section of films',
      { kind: 'section', section: 'movies' },
      { tipo: 'pelicula', mainSection: 'POR_GENERO' },
    ],
    ['a section of series', { kind: 'section', section: 'series' }, { tipo: 'serie' }],
    [
      'a section of series for the kids',
      { kind: 'section', section: 'series_kids' },
      { tipo: 'serie', subcategoria: 'ZONA KIDS' },
    ],
    ['a section of animes', { kind: 'section', section: 'animes' }, { tipo: 'anime' }],
    ['a section of documentaries', { kind: 'section', section: 'documentaries' }, { tipo: 'documental' }],
    ['a section of doramas', { kind: 'section', section: 'doramas' }, { tipo: 'dorama' }],
    ['a section that nobody named', { kind: 'section' }, {}],
    [
      'everything, whatever the other fields say',
      { kind: 'mixed', categoria: 'serie', section: 'movies' },
      {},
    ],
  ])('reads the destination of an upload of %s', (_what, options, expected) => {
    const nothing = { tipo: undefined, mainSection: undefined, subcategoria: undefined };
    expect(readDestination(options)).toEqual({ ...nothing, ...expected });
  });
});

describe('keepChanges', () => {
  const suggested: ImportGroup = {
    group: 'Cine',
    entries: 10,
    added: 10,
    updated: 0,
    duplicates: 0,
    kind: 'movie',
    tipo: 'pelicula',
    mainSection: 'POR_GENERO',
    subcategoria: null,
    section: null,
    isIncluded: true,
    samples: [],
  };
  const same: GroupChoice = { group: 'Cine', isIncluded: true, tipo: 'pelicula' };
  const kept = (...choices: GroupChoice[]) => [...keepChanges(choices, [suggested]).values()];

  it('drops the choice for a group that equals the preview’s suggestion', () => {
    expect(kept(same)).toEqual([]);
    expect(kept({ ...same, mainSection: 'POR_GENERO' })).toEqual([]);
  });

  it.each<[string, Partial<GroupChoice>]>([
    ['left out', { isIncluded: false }],
    ['of another kind', { tipo: 'serie' }],
    ['of another film section', { mainSection: 'CINE_4K' }],
    ['of another category', { subcategoria: 'Disney' }],
    ['of another channel section', { section: 'Noticias' }],
    ['unknown to the preview', { group: 'Otro' }],
  ])('keeps the choice for a group that is %s', (_what, change) => {
    const choice = { ...same, ...change };
    expect(kept(choice)).toEqual([choice]);
  });

  it('finds a choice by the name of its group, and takes the last of two', () => {
    const changes = keepChanges(
      [
        { ...same, tipo: 'serie' },
        { ...same, tipo: 'anime' },
      ],
      [suggested],
    );
    expect([...changes]).toEqual([['Cine', { ...same, tipo: 'anime' }]]);
  });
});
