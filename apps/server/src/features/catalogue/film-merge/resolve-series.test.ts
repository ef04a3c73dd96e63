import { describe, expect, it } from 'vitest';
import type { FilmRow, KnownSeries } from './film-merge.repository.ts';
import { toFilmMergeChapters, toFilmMergeStats } from './film-merge.view.ts';
import { groupFilms } from './plan-series.ts';
import { readChapterTitle } from './read-chapter-title.ts';
import { resolveSeries } from './resolve-series.ts';

let count = 0;
const film = (title: string, more: Partial<FilmRow> = {}): FilmRow => {
  count += 1;
  return {
    id: String(count).padStart(6, '0'),
    title,
    address: `http://a.tv/${count}.mp4`,
    providerKey: null,
    groupTitle: null,
    image: null,
    hasTwin: false,
    tipo: 'pelicula',
    mainSection: null,
    subcategoria: null,
    requiresPlan: [],
    genres: [],
    releaseYear: null,
    backdrop: null,
    isFeatured: false,
    isAdult: false,
    isDemo: false,
    createdAt: new Date('2026-01-01'),
    ...more,
  };
};
const series = (id: string, title: string, more: Partial<KnownSeries> = {}): KnownSeries => ({
  id,
  title,
  tipo: 'serie',
  mainSection: null,
  releaseYear: null,
  requiresPlan: [],
  ...more,
});

interface Given {
  names?: Record<string, string>;
  known?: KnownSeries[];
  codes?: string[];
}

async function plan(rows: readonly FilmRow[], { names = {}, known = [], codes = [] }: Given = {}) {
  const members = rows.flatMap((row) => {
    const chapter = readChapterTitle(row.title);
    return chapter === undefined ? [] : [{ film: row, chapter }];
  });
  const films = new Map(members.map((member) => [member.film.id, member.film]));
  const sets = groupFilms(members);
  return { sets, films, series: await resolveSeries(sets, names, films, known, async () => new Set(codes)) };
}
const planned = async (rows: readonly FilmRow[], given?: Given) => (await plan(rows, given)).series;

describe('the name of a series in a film merge', () => {
  it('is the name in its films, or the catalogue’s spelling when the series exists', async () => {
    const films = [film('EL FARO 1x01')];
    expect((await planned(films)).map(({ name, known }) => [name, known])).toEqual([['EL FARO', undefined]]);
    const [found] = await planned(films, { known: [series('s', 'El faro')] });
    expect([found?.name, found?.known?.id]).toEqual(['El faro', 's']);
  });

  it('is the given name, and sets that were given the same name are joined', async () => {
    const films = [film('1x01 Uno'), film('1x02 Dos'), film('El faro 1x03')];
    const { sets } = await plan(films);
    const nameless = sets.filter(({ name }) => name === '');
    const names = Object.fromEntries(nameless.map(({ key }) => [key, ' EL FARO ']));
    const [only, ...others] = await planned(films, { names });
    expect(only?.chapters.map(({ chapter }) => chapter.chapterNumber)).toEqual([1, 2, 3]);
    expect(only?.keys).toHaveLength(3);
    expect(others).toEqual([]);
  });

  it.each([
    ['Los pazos (1985)', 'Los pazos', 1985],
    ['Los pazos(2020) ', 'Los pazos', 2020],
    ['Los pazos 1985', 'Los pazos 1985', undefined],
    ['Los pazos (85)', 'Los pazos (85)', undefined],
    ['(1985)', '(1985)', undefined],
  ])('given as %j is %j with the year %s', async (given, name, year) => {
    const films = [film('1x01 Uno')];
    const [{ key } = { key: '' }] = (await plan(films)).sets;
    const found = await planned(films, { names: { [key]: given } });
    expect(found.map((each) => [each.name, each.year])).toEqual([[name, year]]);
  });

  it('given as empty leaves the films of the series as they are', async () => {
    const films = [film('El faro 1x01'), film('Marea 1x01')];
    for (const given of ['', '   ']) {
      const found = await planned(films, { names: { 'name:el faro': given } });
      expect(found.map(({ name }) => name)).toEqual(['Marea']);
    }
  });
});

describe('an existing series in a film merge', () => {
  const dynasty = [film('Dinastía (2017) 1x01')];

  it('is told apart by its year from another series with its name', async () => {
    const known = [
      series('old', 'Dinastía', { releaseYear: 1981 }),
      series('new', 'DINASTIA', { releaseYear: 2017 }),
    ];
    expect((await planned(dynasty, { known }))[0]?.known?.id).toBe('new');
    expect((await planned(dynasty, { known: known.slice(0, 1) }))[0]?.known).toBeUndefined();
  });

  it('is matched when it or the films have no year', async () => {
    expect((await planned(dynasty, { known: [series('s', 'Dinastía')] }))[0]?.known?.id).toBe('s');
    const undated = [film('Dinastía 1x01')];
    const known = [series('s', 'Dinastía', { releaseYear: 1981 })];
    expect((await planned(undated, { known }))[0]?.known?.id).toBe('s');
  });

  it('is not matched when more people could then see the films', async () => {
    const films = [film('El faro 1x01', { requiresPlan: ['premium'] })];
    const open = series('open', 'El faro');
    const closed = series('closed', 'El faro', { requiresPlan: ['premium'] });
    expect((await planned(films, { known: [open] }))[0]?.known).toBeUndefined();
    expect((await planned(films, { known: [open, closed] }))[0]?.known?.id).toBe('closed');
  });

  it('keeps its own chapters: a film with the number of one stays a film', async () => {
    const films = [film('El faro 1x01'), film('El faro 1x02')];
    const given = { known: [series('s', 'El faro')], codes: ['s 1x1', 'otra 1x2'] };
    const [found] = await planned(films, given);
    expect(found?.chapters.map(({ isRepeated }) => isRepeated)).toEqual([true, false]);
  });
});

describe('the plans of a new series', () => {
  it.each([
    ['all, where all open each film', [[], []], []],
    [
      'those that open every film',
      [
        ['cinefilo', 'premium'],
        ['premium', 'sports'],
      ],
      ['premium'],
    ],
    ['those of the one film that names some', [[], ['estandar', 'premium']], ['estandar', 'premium']],
    ['the highest alone, where no plan opens them all', [['gplay'], ['sports']], ['premium']],
    ['the highest alone, where a film names plans that do not exist', [['oro']], ['premium']],
  ])('are %s', async (_what, plans, opening) => {
    const films = plans.map((requiresPlan, index) => film(`El faro 1x0${index + 1}`, { requiresPlan }));
    expect((await planned(films))[0]?.requiresPlan).toEqual(opening);
  });

  it('are those of the section of its films', async () => {
    const films = [film('El faro 1x01', { mainSection: 'CINE_4K' })];
    expect((await planned(films))[0]?.requiresPlan).toEqual(['cinefilo', 'premium']);
  });
});

describe('the category of a new series', () => {
  it.each([
    ['SERIES PRIME VIDEO', 'Prime Video'],
    ['Amazon originals', 'Prime Video'],
    ['Series Disney+', 'Disney'],
    ['APPLE TV+', 'Apple TV'],
    ['HBO', 'HBO MAX'],
    ['Hulu', 'Hulu y Otros'],
    ['Retro 80s', 'Retro'],
    ['Series animadas', 'Animadas'],
    ['Otra cosa', 'Netflix'],
    [null, 'Netflix'],
  ])('for the group %j is %s', async (groupTitle, category) => {
    expect((await planned([film('El faro 1x01', { groupTitle })]))[0]?.subcategoria).toBe(category);
  });

  it('is the one that a film already has, and the one for children for children’s films', async () => {
    const given = film('El faro 1x01', { subcategoria: 'Retro', groupTitle: 'HBO' });
    expect((await planned([film('El faro 1x02'), given]))[0]?.subcategoria).toBe('Retro');
    const kids = [1, 2].map((chapter) => film(`Osito 1x0${chapter}`, { mainSection: 'ZONA_KIDS' }));
    expect((await planned(kids))[0]?.subcategoria).toBe('ZONA KIDS');
    expect((await planned([...kids, film('Osito 1x03')]))[0]?.subcategoria).toBe('Netflix');
  });
});

describe('a chapter in a film merge', () => {
  it('is ordered by season and number, and comes from the older of two films with one number', async () => {
    const films = ['2x01', '1x10', '1x02', '1x02'].map((code) => film(`El faro ${code}`));
    const [found] = await planned(films);
    expect(
      found?.chapters.map(({ film: { id }, chapter, isRepeated }) => [
        films.findIndex((each) => each.id === id),
        `${chapter.seasonNumber}x${chapter.chapterNumber}`,
        isRepeated,
      ]),
    ).toEqual([
      [2, '1x2', false],
      [3, '1x2', true],
      [1, '1x10', false],
      [0, '2x1', false],
    ]);
  });

  it('does not come from a film whose address is already a chapter, but from the next one', async () => {
    const films = [film('El faro 1x01', { hasTwin: true }), film('El faro 1x01')];
    const [found] = await planned(films);
    expect(found?.chapters.map(({ isRepeated }) => isRepeated)).toEqual([true, false]);
  });
});

describe('what the dry run of a film merge shows', () => {
  const lastRun = {
    executed_at: new Date('2026-11-20T10:00:00Z'),
    username: 'jefa',
    movies_deleted: 3,
    series_created: 1,
    backup_name: 'antes.bak',
  };

  it('counts series, seasons and chapters, and separately repeated and nameless ones', async () => {
    const films = [
      ...['1x01', '1x02', '2x01', '2x01'].map((code) => film(`El faro (1994) ${code}`)),
      film('Marea 1x01', { hasTwin: true }),
      film('1x01 Sin serie'),
    ];
    const stats = toFilmMergeStats(await plan(films), undefined);
    expect(stats).toMatchObject({
      totalMovieChapters: 6,
      totalSeries: 1,
      totalSeasons: 2,
      totalNameless: 1,
      totalRepeated: 2,
      lastRun: null,
      nameless: [{ totalChapters: 1, examples: ['1x01 Sin serie'] }],
    });
    expect(stats.seriesDetails).toEqual([
      {
        key: 'name:el faro (1994)',
        name: 'El faro (1994)',
        totalChapters: 3,
        totalSeasons: 2,
        seasons: [1, 2],
        isKnown: false,
      },
    ]);
  });

  it('is empty when no film is a chapter, and includes who ran the last merge', async () => {
    const stats = toFilmMergeStats(await plan([film('Casablanca')]), lastRun as never);
    expect(stats).toMatchObject({ totalMovieChapters: 0, totalSeries: 0, seriesDetails: [], nameless: [] });
    expect(stats.lastRun).toEqual({
      executedAt: '2026-11-20T10:00:00.000Z',
      username: 'jefa',
      moviesDeleted: 3,
      seriesCreated: 1,
      backupName: 'antes.bak',
    });
  });

  it('has at most two hundred nameless sets, with three examples each', async () => {
    const image = 'http://i.tv/8f3a9c0d11e2.png';
    const shared = [1, 2, 3, 4].map((chapter) => film(`1x0${chapter} Parte ${chapter}`, { image }));
    const alone = Array.from({ length: 250 }, (_, index) => film(`1x01 Cosa ${index}`));
    const stats = toFilmMergeStats(await plan([...shared, ...alone]), undefined);
    expect(stats.nameless).toHaveLength(200);
    expect(stats.nameless[0]).toMatchObject({
      totalChapters: 4,
      examples: ['1x01 Parte 1', '1x02 Parte 2', '1x03 Parte 3'],
    });
    expect(stats.totalNameless).toBe(254);
  });

  it('lists the chapters of a series or of a set, and none for an unknown key', async () => {
    const films = [film('El faro 1x02 El final'), film('El faro 1x01'), film('1x01 Sola')];
    const found = await plan(films);
    expect(toFilmMergeChapters(found, 'name:el faro').map(({ title }) => title)).toEqual([
      'Capítulo 1',
      'El final',
    ]);
    const nameless = found.sets.find(({ name }) => name === '')?.key ?? '';
    expect(toFilmMergeChapters(found, nameless)).toEqual([
      {
        _id: films[2]?.id,
        movieTitle: '1x01 Sola',
        seasonNumber: 1,
        chapterNumber: 1,
        title: 'Sola',
        isRepeated: false,
      },
    ]);
    expect(toFilmMergeChapters(found, 'name:otra')).toEqual([]);
  });
});
