import type { GroupChoice } from '@butaca/contract';
import { hashAddress, type PlaylistEntry } from '@butaca/m3u';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ImportOptions } from './import-options.ts';
import { createEntryReader, leftOutReason } from './read-entry.ts';

const entryOf = (more: Partial<PlaylistEntry> = {}): PlaylistEntry => ({
  lineNumber: 3,
  title: 'Metrópolis (1927)',
  address: 'http://a.example/metropolis.mkv',
  isPlayable: true,
  headers: {},
  groups: [],
  heading: undefined,
  tvgId: undefined,
  tvgName: undefined,
  statedType: undefined,
  logo: undefined,
  channelNumber: undefined,
  subChannelNumber: undefined,
  xuiId: undefined,
  durationSeconds: null,
  catchup: undefined,
  ...more,
});

const choiceOf = (more: Partial<GroupChoice> = {}): GroupChoice => ({
  group: 'Grupo',
  isIncluded: true,
  tipo: 'pelicula',
  ...more,
});

/** Reads one entry of an M3U list as an import does, as if it were the first entry of the list. */
const read = (entry: Partial<PlaylistEntry>, options: Partial<ImportOptions> = {}) =>
  createEntryReader({ kind: 'mixed', ...options })(entryOf(entry), 1);

const withChoice = (more: Partial<GroupChoice>): Partial<ImportOptions> => ({
  choices: new Map([['Grupo', choiceOf(more)]]),
});

describe('an entry of a list', () => {
  it.each([
    ['a live address', { title: 'La 1', address: 'http://a.example/live/u/p/1' }, 'channel', 'canal'],
    ['a film', {}, 'film', 'pelicula'],
    ['a film in a group of series', { groups: ['SERIES NETFLIX'] }, 'film', 'pelicula'],
    ['a film in a group of animes', { groups: ['Anime'] }, 'chapter', 'anime'],
    ['a documentary', { groups: ['Documentales'] }, 'chapter', 'documental'],
    ['a chapter', { title: 'Lupin S01E02' }, 'chapter', 'serie'],
    ['a chapter in a group of films', { title: 'Lupin S01E02', groups: ['Cine'] }, 'chapter', 'serie'],
    ['a chapter in a group of doramas', { title: 'Lupin S01E02', groups: ['Doramas'] }, 'chapter', 'dorama'],
  ])('that is %s gets its kind and its type', (_what, entry, kind, tipo) => {
    expect(read(entry)).toMatchObject({ kind, tipo });
  });

  it('follows the form, whatever the group is called', () => {
    const entry = { title: 'Lupin S01E02', groups: ['Anime'] };
    expect(read(entry, { kind: 'section', section: 'movies' })).toMatchObject({
      kind: 'film',
      tipo: 'pelicula',
      main_section: 'POR_GENERO',
    });
    expect(read(entry, { kind: 'channels' })).toMatchObject({ kind: 'channel', section: 'Anime' });
  });

  it('follows the administrator’s choice for its group before the form', () => {
    const options = {
      kind: 'section',
      section: 'animes',
      ...withChoice({ mainSection: 'CINE_4K' }),
    } as const;
    expect(read({ groups: ['Grupo'] }, options)).toMatchObject({ tipo: 'pelicula', main_section: 'CINE_4K' });
    expect(read({ groups: ['Otro'] }, options)).toMatchObject({ tipo: 'anime' });
  });

  it('is skipped when its group was left out', () => {
    const staged = read({ groups: ['Grupo'] }, withChoice({ isIncluded: false }));
    expect(staged).toMatchObject({ kind: 'skipped', reason: leftOutReason, address: null });
  });

  it.each([
    ['pelicula', 'main_section', 'POR_GENERO'],
    ['serie', 'subcategoria', 'Netflix'],
  ] as const)('of the type %s has the default place when none is given', (tipo, column, place) => {
    expect(read({ title: 'Lupin S01E02' }, { kind: 'videos', categoria: tipo })[column]).toBe(place);
  });

  it.each([
    ['Series Disney', 'Disney'],
    ['Series', 'Netflix'],
  ])('in the group %s gets the category %s', (group, subcategoria) => {
    expect(read({ title: 'Lupin S01E02', groups: [group] })).toMatchObject({ subcategoria });
  });

  it('has the genres of its group, as one object shared within the group', () => {
    const readEntry = createEntryReader({ kind: 'mixed' });
    const [one, other] = [1, 2].map((position) => readEntry(entryOf({ groups: ['Cine terror'] }), position));
    expect(one).toMatchObject({ genres: ['Terror'], genres_folded: ['terror'] });
    expect(other?.genres).toBe(one?.genres);
  });

  it.each(['pelicula', 'serie', 'anime'] as const)(
    'of the type %s with an unplayable address is skipped, with the reason',
    (categoria) => {
      const staged = read({ title: 'Lupin S01E02', isPlayable: false }, { kind: 'videos', categoria });
      expect(staged).toMatchObject({
        kind: 'skipped',
        reason: 'Su dirección no se puede reproducir como video.',
      });
      expect(read({ isPlayable: false }, { kind: 'channels' }).kind).toBe('channel');
    },
  );
});

describe('a channel read from a list', () => {
  const channel = (entry: Partial<PlaylistEntry>, options: Partial<ImportOptions> = {}) =>
    read(entry, { kind: 'channels', ...options });

  it('is recognised by its name without notes, accents and capitals', () => {
    expect(channel({ title: 'Télévisión (1080p) [Geo-blocked]' })).toMatchObject({
      name: 'Télévisión',
      name_folded: 'television',
      key: 'television',
    });
    expect(channel({ title: '(1080p)' })).toMatchObject({ name: '(1080p)' });
  });

  it.each([
    [
      'what was chosen',
      { groups: ['Grupo'] },
      withChoice({ tipo: 'canal', section: 'Noticias' }),
      'Noticias',
    ],
    [
      'its group, for an empty choice',
      { groups: ['Grupo'] },
      withChoice({ tipo: 'canal', section: '' }),
      'Grupo',
    ],
    ['the first of its groups', { groups: ['Cine', 'Deportes'] }, {}, 'Cine'],
    ['the usual one', { groups: [] }, {}, 'General'],
    ['the usual one for a group of blanks', { groups: ['  '] }, {}, 'General'],
    ['a group that was cut to a hundred characters', { groups: ['x'.repeat(150)] }, {}, 'x'.repeat(100)],
  ])('has as its section %s', (_what, entry, options, section) => {
    expect(channel(entry, options).section).toBe(section);
  });

  it('keeps the provider’s number, guide id and request headers', () => {
    const headers = { userAgent: 'Reproductor/1', referrer: 'http://a.example/' };
    expect(channel({ tvgId: ' la1.es\u0000 ', channelNumber: 7, headers })).toMatchObject({
      tvg_id: 'la1.es',
      channel_number: 7,
      user_agent: 'Reproductor/1',
      referrer: 'http://a.example/',
    });
    expect(channel({})).toMatchObject({
      tvg_id: null,
      channel_number: null,
      user_agent: null,
      referrer: null,
    });
  });

  it.each([
    ['https://a.example/logo.png', true],
    ['HTTP://a.example/logo.png', true],
    ['ftp://a.example/logo.png', false],
    ['data:image/png;base64,AAAA', false],
    ['http://a.example/mi logo.png', false],
    ['logo.png', false],
    [`http://a.example/${'x'.repeat(9_000)}`, false],
  ])('with the logo %s keeps it: %s', (logo, isKept) => {
    expect(channel({ logo }).logo).toBe(isKept ? logo : null);
  });

  it('has the hash of its address, and the provider key', () => {
    const address = 'http://a.example/live/usuario/clave/77.ts';
    const staged = channel({ address });
    expect(staged).toMatchObject({ address, address_hash: hashAddress(address), stream_kind: 'ts' });
    expect(staged.provider_key).toBe(channel({ address: address.replace('clave', 'nueva') }).provider_key);
    expect(channel({ address: 'http://a.example/x' }).provider_key).toBeNull();
  });
});

describe('a film read from a list', () => {
  it('is recognised by its name and year', () => {
    expect(read({ title: 'El Ángel (2018) [LAT]' })).toMatchObject({
      name: 'El Ángel',
      name_folded: 'el angel',
      title_sort: 'angel',
      key: 'el angel',
      year: 2018,
      is_nameless: false,
    });
  });

  it.each([
    ['Duna 4K', 'Duna 4K'],
    ['Duna 2160p', 'Duna 4K'],
    ['Duna [UHD]', 'Duna 4K'],
    ['Duna 60 FPS', 'Duna 60FPS'],
    ['Duna 60FPS 4K', 'Duna 4K 60FPS'],
    ['Duna 1080p', 'Duna'],
  ])('%s gets the title %s, which keeps 4K and 60FPS apart', (title, name) => {
    expect(read({ title }, { kind: 'videos', categoria: 'pelicula' }).name).toBe(name);
  });

  it('that looks like a chapter keeps its whole title', () => {
    const film = (title: string, groups: string[] = []) =>
      read({ title, groups }, { kind: 'videos', categoria: 'pelicula' });
    expect(film('Lupin 1x11 El plan 1080p')).toMatchObject({
      name: 'Lupin 1x11 El plan 1080p',
      key: 'lupin 1x11 el plan 1080p',
      is_nameless: false,
    });
    expect(film('1x01 Piloto', ['Lupin'])).toMatchObject({
      is_nameless: true,
      key: 'Lupin\u00011x01 piloto',
    });
    expect(film('1x01 Piloto')).toMatchObject({ is_nameless: true, key: null });
  });

  it('for children is a film unless its title has a chapter number', () => {
    const kids = (title: string) => read({ title }, { kind: 'videos', categoria: 'zona kids' }).kind;
    expect([kids('Bambi'), kids('Bluey S01E01')]).toEqual(['film', 'chapter']);
  });
});

describe('a chapter read from a list', () => {
  const chapter = (entry: Partial<PlaylistEntry>) => read(entry, { kind: 'videos', categoria: 'serie' });

  it.each([
    ['Lupin S02E03 El plan', 2, 3, 'El plan'],
    ['Lupin 1x11', 1, 11, 'Capítulo 11'],
    ['Lupin 7x23-24', 7, 23, 'Capítulos 23-24'],
    ['Lupin Capítulo 5', 1, 5, 'Capítulo 5'],
    ['Lupin S00E01', 0, 1, 'Capítulo 1'],
  ])('%s has the season %s and the number %s', (title, season, number, chapter_title) => {
    expect(chapter({ title })).toMatchObject({
      kind: 'chapter',
      name: 'Lupin',
      key: 'lupin',
      season,
      chapter: number,
      chapter_title,
      reason: null,
    });
  });

  it('without a number becomes a series of one chapter, with that reason', () => {
    expect(chapter({ title: 'Nuestro planeta (2019)' })).toMatchObject({
      name: 'Nuestro planeta',
      year: 2019,
      season: 1,
      chapter: 1,
      chapter_title: 'Nuestro planeta',
      reason: 'Su título no dice qué capítulo es: queda como serie de un solo capítulo.',
    });
  });

  it('without a name gets the series that its group names, and is skipped when the group names none', () => {
    expect(chapter({ title: 'S01E02', groups: ['Lupin'] })).toMatchObject({ kind: 'chapter', name: 'Lupin' });
    for (const groups of [['Series'], ['Netflix'], []]) {
      expect(chapter({ title: 'S01E02', groups })).toMatchObject({
        kind: 'skipped',
        reason: 'No se sabe de qué serie es este capítulo.',
      });
    }
  });

  it.each([
    [null, null],
    [0, '0:00'],
    [59.6, '1:00'],
    [1_425, '23:45'],
    [7_205, '120:05'],
    [1e12, '6000:00'],
  ])('of %s seconds has the duration %s', (durationSeconds, duration) => {
    expect(chapter({ title: 'Lupin S01E01', durationSeconds }).duration).toBe(duration);
  });
});

describe('any entry read from a list', () => {
  const anyText = fc.string({
    unit: fc.constantFrom('a', '😀', 'ñ', '\u0007', ' ', '1', 'x'),
    maxLength: 700,
  });

  it('fits into its columns, without control characters and halves of surrogate pairs', () => {
    const anyEntry = fc.record({
      title: anyText,
      groups: fc.array(anyText, { maxLength: 3 }),
      tvgId: anyText,
    });
    const options = fc.constantFrom<ImportOptions>(
      { kind: 'mixed' },
      { kind: 'channels' },
      { kind: 'videos', categoria: 'pelicula' },
      { kind: 'videos', categoria: 'serie' },
    );
    fc.assert(
      fc.property(anyEntry, options, (entry, form) => {
        const staged = read(entry, form);
        const limits = {
          title: 500,
          group_title: 500,
          name: 200,
          section: 100,
          chapter_title: 200,
          tvg_id: 200,
        };
        for (const [column, most] of Object.entries(limits) as [keyof typeof limits, number][]) {
          const text = staged[column] ?? '';
          expect(text.length, column).toBeLessThanOrEqual(most);
          expect(text, column).not.toMatch(/[\u0000-\u001f\u007f]/);
          expect(text, column).not.toMatch(/\p{Cs}/u);
        }
      }),
    );
  });

  it('is cut before a surrogate pair, not inside one', () => {
    const staged = read(
      { title: `x${'😀'.repeat(400)}`, groups: [`x${'😀'.repeat(400)}`] },
      { kind: 'channels' },
    );
    expect(staged.title).toBe(`x${'😀'.repeat(249)}`);
    expect(staged).toMatchObject({ name: `x${'😀'.repeat(99)}`, section: `x${'😀'.repeat(49)}` });
  });

  it('has an id that sorts after those of earlier entries', () => {
    const readEntry = createEntryReader({ kind: 'mixed' });
    const ids = Array.from({ length: 3_000 }, (_item, index) => readEntry(entryOf(), index + 1).new_id);
    expect(ids.every((id, index) => index === 0 || (ids[index - 1] ?? '') < (id ?? ''))).toBe(true);
    expect(new Set(ids).size).toBe(3_000);
  });
});
