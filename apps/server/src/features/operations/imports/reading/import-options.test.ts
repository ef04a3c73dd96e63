import {
  entryChoicesKept,
  importGroupsShown,
  nameRulesKept,
  type GroupChoice,
  type ImportGroup,
} from '@butaca/contract';
import { describe, expect, it } from 'vitest';
import {
  addChoices,
  joinGroupChoices,
  joinRules,
  keepChanges,
  readChoices,
  readDestination,
  type Destination,
  type ImportOptions,
} from './import-options.ts';

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
    doubtful: 0,
    kind: 'movie',
    tipo: 'pelicula',
    mainSection: 'POR_GENERO',
    subcategoria: null,
    section: null,
    isIncluded: true,
    isAdult: false,
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

describe('the choices that a preview keeps', () => {
  const series: GroupChoice = { group: 'Cine', isIncluded: true, tipo: 'serie' };
  const free: GroupChoice = { group: 'Cine', isIncluded: true };

  it('are replaced by later ones, and the same again are the same', () => {
    const added = { groups: [series], entries: [{ position: 3, tipo: 'anime' as const }] };
    const once = addChoices({}, added, []);
    expect(once).toEqual({ groups: [series], entries: { 3: 'anime' }, rules: {} });
    expect(addChoices(once, added, [])).toEqual(once);
    expect(addChoices(once, { groups: [free], entries: [{ position: 3, tipo: null }] }, [])).toEqual({
      groups: [free],
      entries: {},
      rules: {},
    });
  });

  it('replace those of the provider, and a group without a kind has none', () => {
    const other: GroupChoice = { group: 'Otro', isIncluded: false };
    expect([...joinGroupChoices([series, other], [{ ...series, tipo: 'anime' }]).values()]).toEqual([
      { ...series, tipo: 'anime' },
      other,
    ]);
    const { choices, entries } = readChoices(
      { choices: [series, other], rules: [] },
      { groups: [free], entries: { 7: 'canal' } },
    );
    expect([...(choices ?? [])]).toEqual([['Otro', other]]);
    expect([...(entries ?? [])]).toEqual([[7, 'canal']]);
  });

  it('change the rules that the provider remembers, of which there are not too many', () => {
    const remembered = [
      { form: '… (año)', tipo: 'pelicula' as const },
      { form: '… - #', tipo: 'serie' as const },
    ];
    expect([...joinRules(remembered, { '… (año)': null, '… - #': 'anime', '… | …': 'canal' })]).toEqual([
      ['… - #', 'anime'],
      ['… | …', 'canal'],
    ]);
    const many = Array.from({ length: nameRulesKept }, (_, index) => [`… ${index}`, 'canal' as const]);
    expect(() => joinRules(remembered, Object.fromEntries(many))).toThrow(
      expect.objectContaining({ code: 'import.too_many_rules' }),
    );
  });

  it('are limited for single entries', () => {
    const entries = Array.from({ length: entryChoicesKept }, (_, index) => ({
      position: index + 1,
      tipo: 'canal' as const,
    }));
    const kept = addChoices({}, { groups: [], entries }, []);
    expect(() =>
      addChoices(kept, { groups: [], entries: [{ position: entryChoicesKept + 1, tipo: 'canal' }] }, []),
    ).toThrow(expect.objectContaining({ code: 'import.too_many_choices' }));
  });

  it('are limited for groups, and the same again are not more', () => {
    const groups = Array.from({ length: importGroupsShown }, (_, at) => ({ ...free, group: `g${at}` }));
    const kept = addChoices({}, { groups, entries: [] }, []);
    expect(addChoices(kept, { groups, entries: [] }, [])).toEqual(kept);
    expect(() => addChoices(kept, { groups: [series], entries: [] }, [])).toThrow(
      expect.objectContaining({ code: 'import.too_many_choices' }),
    );
  });

  it('take away only rules that the provider remembers', () => {
    const remembered = [{ form: '… (año)', tipo: 'pelicula' as const }];
    const none = { groups: [], entries: [] };
    const before = { rules: { '… - #': 'serie' as const, '… | …': null } };
    const rules = new Map([
      ['… (año)', null],
      ['… - #', null],
      ['#. …', null],
    ]);
    expect(addChoices(before, { ...none, rules }, remembered).rules).toEqual({ '… (año)': null });
  });
});
