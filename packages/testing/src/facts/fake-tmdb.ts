import { startFakeSource, type AnswerCall } from './fake-source.ts';
import { searchFakeWorks, type FakeSource, type FakeWork } from './fake-works.ts';

/** The key that the fake accepts. */
export const fakeTmdbKey = '0123456789abcdef0123456789abcdef';
const pageSize = 20;

const genreIds = new Map<string, number>();
const genreOf = (name: string): { id: number; name: string } => {
  const id = genreIds.get(name) ?? genreIds.size + 28;
  genreIds.set(name, id);
  return { id, name };
};

/**
 * A fake of TMDB on a real socket: `/3/search/movie`, `/3/search/tv`, `/3/movie/:id` and `/3/tv/:id`, in the shapes of version
 * 3 of its API.
 *
 * @see https://developer.themoviedb.org/reference/search-movie
 */
export const startFakeTmdb = (): Promise<FakeSource> =>
  startFakeSource({
    basePath: '/3',
    answer,
    isAllowed: (_source, url) => url.searchParams.get('api_key') === fakeTmdbKey,
    refusal: {
      status_code: 7,
      status_message: 'Invalid API key: You must be granted a valid key.',
      success: false,
    },
    absent: {
      success: false,
      status_code: 34,
      status_message: 'The resource you requested could not be found.',
    },
    odd: {
      page: '1',
      results: [{ id: 'x', title: 7 }, null, 3, { id: 9, title: ['a'], release_date: {} }],
      total_pages: 'many',
      id: -1,
      title: {},
      genres: 'Drama',
    },
  });

function answer(source: FakeSource): AnswerCall {
  return (url) => {
    const [, first, second] = url.pathname.split('/');
    if (first === 'search' && (second === 'movie' || second === 'tv')) {
      const kind = second === 'movie' ? 'film' : 'series';
      const year = url.searchParams.get(kind === 'film' ? 'year' : 'first_air_date_year');
      const page = Number(url.searchParams.get('page') ?? '1');
      const found = searchFakeWorks(source.works, kind, url.searchParams.get('query') ?? '').filter(
        ({ date }) => year === null || date.startsWith(year),
      );
      return {
        body: {
          page,
          results: found.slice((page - 1) * pageSize, page * pageSize).map(toResult),
          total_pages: Math.max(1, Math.ceil(found.length / pageSize)),
          total_results: found.length,
        },
      };
    }
    const kind = first === 'movie' ? 'film' : first === 'tv' ? 'series' : undefined;
    const work = source.works.find((each) => each.kind === kind && String(each.id) === second);
    return work && { body: toDetails(work) };
  };
}

const pathOf = (value: string | null | undefined, made: string): string | null =>
  value === undefined ? `/${made}.jpg` : value;

/** What results and details have in common. */
const toWork = (work: FakeWork) => ({
  adult: false,
  backdrop_path: pathOf(work.backdrop, `fondo${work.id}`),
  id: work.id,
  original_language: 'en',
  overview: work.overview ?? '',
  popularity: 12.3,
  poster_path: pathOf(work.poster, `cartel${work.id}`),
  vote_average: work.rating ?? 0,
  vote_count: work.rating === undefined ? 0 : 321,
  ...(work.kind === 'film'
    ? { title: work.name, original_title: work.originalName, release_date: work.date, video: false }
    : {
        name: work.name,
        original_name: work.originalName,
        first_air_date: work.date,
        origin_country: ['US'],
      }),
});

const toResult = (work: FakeWork) => ({
  ...toWork(work),
  genre_ids: (work.genres ?? []).map((genre) => genreOf(genre).id),
});

function toDetails(work: FakeWork) {
  const titles = (work.otherNames ?? []).map((title) => ({ iso_3166_1: 'MX', title, type: '' }));
  const trailer = {
    iso_639_1: 'es',
    iso_3166_1: 'MX',
    name: 'Tráiler oficial',
    key: work.trailer,
    site: 'YouTube',
    size: 1080,
    type: 'Trailer',
    official: true,
    published_at: '2022-01-01T00:00:00.000Z',
    id: '1',
  };
  const isFilm = work.kind === 'film';
  return {
    ...toWork(work),
    genres: (work.genres ?? []).map(genreOf),
    status: isFilm ? 'Released' : 'Ended',
    tagline: '',
    credits: {
      cast: (work.cast ?? []).map((name, order) => ({
        id: order,
        name,
        character: '',
        order,
        profile_path: null,
      })),
      crew:
        work.director === undefined
          ? []
          : [{ id: 1, name: work.director, job: 'Director', department: 'Directing', profile_path: null }],
    },
    videos: { results: work.trailer === undefined ? [] : [trailer] },
    images: {
      backdrops: [],
      posters: [],
      logos: [
        { file_path: `/logo${work.id}.png`, iso_639_1: 'es', vote_average: 5.3, width: 500, height: 200 },
      ],
    },
    translations: {
      translations: [
        {
          iso_3166_1: 'US',
          iso_639_1: 'en',
          name: 'English',
          data: { overview: 'In English.', title: work.originalName },
        },
      ],
    },
    ...(isFilm
      ? {
          belongs_to_collection: null,
          imdb_id: 'tt0000001',
          runtime: work.runtime ?? 0,
          alternative_titles: { titles },
          release_dates: {
            results: [{ iso_3166_1: 'MX', release_dates: [{ certification: 'B15', type: 3 }] }],
          },
        }
      : {
          created_by: work.director === undefined ? [] : [{ id: 1, name: work.director }],
          episode_run_time: [50],
          number_of_seasons: work.seasons ?? 1,
          number_of_episodes: 10 * (work.seasons ?? 1),
          seasons: Array.from({ length: work.seasons ?? 1 }, (_none, index) => ({
            id: index,
            season_number: index + 1,
            name: `Temporada ${index + 1}`,
            episode_count: 10,
            poster_path: null,
            air_date: work.date,
          })),
          alternative_titles: { results: titles },
          content_ratings: { results: [{ iso_3166_1: 'MX', rating: 'B', descriptors: [] }] },
        }),
  };
}
