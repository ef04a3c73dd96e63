import { fakeTmdbKey, startFakeTmdb, startFakeTvmaze, type FakeSource, type FakeWork } from '@butaca/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainFetch } from '../../test/plain-fetch.ts';
import {
  createTmdb,
  createTvmaze,
  findWork,
  type FactSource,
  type FetchSource,
  type TitleQuery,
} from '../index.ts';

const film = (id: number, name: string, date: string, more: Partial<FakeWork> = {}): FakeWork => ({
  id,
  kind: 'film',
  name,
  originalName: name,
  date,
  ...more,
});
const series = (id: number, name: string, date: string, more: Partial<FakeWork> = {}): FakeWork => ({
  ...film(id, name, date, more),
  kind: 'series',
});
const query = (title: string, known: Partial<TitleQuery> = {}): TitleQuery => ({
  title,
  kind: 'film',
  year: undefined,
  runtime: undefined,
  seasons: undefined,
  ...known,
});

interface Started {
  fake: FakeSource;
  source: FactSource;
}

const starts: Readonly<Record<string, () => Promise<Started>>> = {
  async tmdb() {
    const fake = await startFakeTmdb();
    return {
      fake,
      source: createTmdb({ fetchSource: plainFetch, key: fakeTmdbKey, baseUrl: fake.baseUrl }),
    };
  },
  async tvmaze() {
    const fake = await startFakeTvmaze();
    return { fake, source: createTvmaze({ fetchSource: plainFetch, baseUrl: fake.baseUrl }) };
  },
};

describe.each(Object.entries(starts))('the source %s', (name, start) => {
  let started: Started;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(() => started.fake[Symbol.asyncDispose]());
  beforeEach(() => {
    Object.assign(started.fake, { manner: 'good', calls: [], unchanged: 0 });
    started.fake.works = [
      series(1396, 'Breaking Bad', '2008-01-20', {
        seasons: 5,
        rating: 9.26,
        overview: 'Un profesor se enferma.',
        cast: ['Ana Uno', 'Luis Dos'],
        otherNames: ['Volviéndose malo'],
      }),
      series(1, 'Breaking News', '2001-01-20', { seasons: 1 }),
    ];
  });

  it('finds a series by its name and year, and reads what it knows of it', async () => {
    const { source } = started;
    const { match } = await findWork(source, query('breaking bad', { kind: 'series', year: 2008 }));
    expect(match).toMatchObject({ kind: 'match', candidate: { names: ['Breaking Bad'], year: 2008 } });
    const details = await source.details(match.kind === 'match' ? match.candidate.id : '');
    expect(details).toMatchObject({
      work: { seasons: 5, isDetailed: true, names: expect.arrayContaining(['Volviéndose malo']) as unknown },
      facts: {
        rating: 9.3,
        overview: expect.stringContaining('Un profesor se enferma.') as unknown,
        cast: ['Ana Uno', 'Luis Dos'],
        poster: expect.stringMatching(/^https:\/\//) as unknown,
        backdrop: expect.stringMatching(/^https:\/\//) as unknown,
      },
    });
  });

  it('finds a series by a further name, which only its details have', async () => {
    const { match } = await findWork(
      started.source,
      query('Volviéndose malo', { kind: 'series', seasons: 5 }),
    );
    expect(match).toMatchObject({ kind: 'match', candidate: { seasons: 5 } });
  });

  it('says that details are unchanged since their entity tag', async () => {
    const { source, fake } = started;
    const id = name === 'tmdb' ? 'tv/1396' : '1396';
    const first = await source.details(id);
    if (first === undefined || first === 'unchanged') throw new Error('there are no details');
    expect(await source.details(id, first.etag ?? '')).toBe('unchanged');
    expect(fake.unchanged).toBe(1);
  });

  it('has nothing where nothing is alike, and no details of what does not exist', async () => {
    const { source } = started;
    const { match } = await findWork(source, query('Nada parecido', { kind: 'series' }));
    expect(match).toEqual({ kind: 'none' });
    expect(await source.details(name === 'tmdb' ? 'tv/77' : '77')).toBeUndefined();
    expect(await source.details('../../otro')).toBeUndefined();
  });

  it.each([
    ['unauthorized', { failure: 'refused' }],
    ['busy', { failure: 'busy', retryAfterSeconds: 7 }],
    ['broken', { failure: 'down' }],
    ['html', { failure: 'unreadable' }],
  ] as const)('fails with its reason when the source is %s', async (manner, reason) => {
    started.fake.manner = manner;
    await expect(started.source.search(query('Breaking Bad', { kind: 'series' }))).rejects.toMatchObject(
      reason,
    );
  });

  it('reads nothing from fields of wrong types', async () => {
    started.fake.manner = 'odd';
    const found = await started.source.search(query('Breaking Bad', { kind: 'series' }));
    expect(found.candidates).toEqual([]);
    const details = started.source.details(name === 'tmdb' ? 'tv/1396' : '1396');
    await expect(details).rejects.toMatchObject({ failure: 'unreadable' });
  });
});

/** Answers each request with a body; `addresses` are those that were asked for. */
function answering(body: unknown): { fetchSource: FetchSource; addresses: string[] } {
  const addresses: string[] = [];
  return {
    addresses,
    fetchSource: async ({ address }) => {
      addresses.push(address);
      return { body: JSON.stringify(body), etag: null };
    },
  };
}

describe('an answer that is not as announced', () => {
  const matrix = { id: 603, title: 'The Matrix Reloaded', release_date: '2003-05-15' };

  it('of TMDB without the number of its pages makes no work the only one of its name', async () => {
    const { fetchSource, addresses } = answering({ results: [matrix], total_pages: 'one' });
    const found = await findWork(createTmdb({ fetchSource, key: '' }), query('The Matrix Reloaded'));
    expect(found.match.kind).toBe('unsure');
    expect(addresses).toHaveLength(3);
  });

  it('of TMDB with thousands of results is not read', async () => {
    const results = Array.from({ length: 5_000 }, (_none, index) => ({ ...matrix, id: index + 1 }));
    const { fetchSource } = answering({ results, total_pages: 1 });
    const search = createTmdb({ fetchSource, key: '' }).search(query('The Matrix Reloaded'));
    await expect(search).rejects.toMatchObject({ failure: 'unreadable' });
  });

  it('of TMDB has no half letters in a certification that is cut', async () => {
    const release_dates = [{ certification: `${'A'.repeat(19)}😀` }];
    const results = [{ iso_3166_1: 'MX', release_dates }];
    const { fetchSource } = answering({ ...matrix, release_dates: { results } });
    const details = await createTmdb({ fetchSource, key: '' }).details('movie/603');
    expect(details).toMatchObject({ facts: { certifications: { MX: 'A'.repeat(19) } } });
  });

  it.each([
    ['TMDB', createTmdb, 'movie/604'],
    ['TVmaze', createTvmaze, '604'],
  ] as const)(
    'of %s about another work is no details of the one that was asked for',
    async (_name, create, id) => {
      const { fetchSource } = answering({ ...matrix, name: 'Matrix' });
      expect(await create({ fetchSource, key: '' }).details(id)).toBeUndefined();
    },
  );
});

describe('TMDB', () => {
  let started: Started;
  beforeAll(async () => {
    started = await starts['tmdb']!();
  });
  afterAll(() => started.fake[Symbol.asyncDispose]());
  beforeEach(() => {
    started.fake.calls = [];
    started.fake.works = [];
  });

  it('reads of a film its length, its people, its trailer and for which age it is', async () => {
    started.fake.works = [
      film(603, 'Matrix', '1999-03-31', {
        originalName: 'The Matrix',
        runtime: 136,
        director: 'Lana Uno',
        trailer: 'dQw4w9WgXcQ',
        genres: ['Acción', 'Ciencia ficción'],
      }),
    ];
    expect(await started.source.details('movie/603')).toMatchObject({
      work: { id: 'movie/603', kind: 'film', names: ['Matrix', 'The Matrix'], year: 1999, runtime: 136 },
      facts: {
        // Without an overview in Spanish the one in the original language is taken.
        overview: 'In English.',
        poster: 'https://image.tmdb.org/t/p/w500/cartel603.jpg',
        backdrop: 'https://image.tmdb.org/t/p/w1280/fondo603.jpg',
        logo: 'https://image.tmdb.org/t/p/w500/logo603.png',
        genres: ['Acción', 'Ciencia ficción'],
        director: 'Lana Uno',
        trailer: 'dQw4w9WgXcQ',
        certifications: { MX: 'B15' },
      },
    });
  });

  it('searches with the year first, and without it for a list whose year is wrong by one', async () => {
    started.fake.works = [film(1, 'El hoyo', '2019-09-06'), film(2, 'El hoyo en la cerca', '2020-01-01')];
    const { match } = await findWork(started.source, query('El hoyo', { year: 2020 }));
    expect(match).toMatchObject({ kind: 'match', candidate: { id: 'movie/1' } });
    expect(started.fake.calls.map((call) => /[?&]year=\d+/.test(call))).toEqual([true, false]);
  });

  it('sees a remake of the year before although it asked for the year of the list', async () => {
    started.fake.works = [
      film(1, 'Perfectos desconocidos', '2017-12-01', { runtime: 99 }),
      film(2, 'Perfectos desconocidos', '2018-12-25', { runtime: 104 }),
    ];
    const unsure = await findWork(started.source, query('Perfectos desconocidos', { year: 2018 }));
    expect(unsure.match.kind).toBe('unsure');
    const sure = await findWork(started.source, query('Perfectos desconocidos', { year: 2018, runtime: 98 }));
    expect(sure.match).toMatchObject({ kind: 'match', candidate: { id: 'movie/1' } });
  });

  it('reads three pages of a search without a year, and takes none for the only one beyond', async () => {
    const others = (count: number) =>
      Array.from({ length: count }, (_none, index) =>
        film(100 + index, `El laberinto del fauno ${index}`, ''),
      );
    const wanted = film(1, 'El laberinto del fauno', '2006-10-11');
    started.fake.works = [...others(50), wanted];
    const seen = await findWork(started.source, query('El laberinto del fauno'));
    expect(seen.match).toMatchObject({ kind: 'match', candidate: { id: 'movie/1' } });
    started.fake.works = [wanted, ...others(70)];
    expect((await findWork(started.source, query('El laberinto del fauno'))).match.kind).toBe('unsure');
  });

  it('is refused with another key', async () => {
    const other = createTmdb({ fetchSource: plainFetch, key: 'f'.repeat(32), baseUrl: started.fake.baseUrl });
    await expect(other.search(query('Matrix'))).rejects.toMatchObject({ failure: 'refused' });
  });
});

describe('TVmaze', () => {
  it('gives texts without tags and genres in Spanish', async () => {
    await using fake = await startFakeTvmaze();
    fake.works = [
      series(5, 'Dark', '2017-12-01', {
        genres: ['Drama', 'Science-Fiction', 'Unknown'],
        overview: 'A &amp; B',
      }),
    ];
    const source = createTvmaze({ fetchSource: plainFetch, baseUrl: fake.baseUrl });
    expect(await source.details('5')).toMatchObject({
      facts: { overview: 'Dark A & B', genres: ['Drama', 'Ciencia ficción'] },
    });
  });
});
