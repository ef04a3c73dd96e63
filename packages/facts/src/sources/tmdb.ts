/**
 * The Movie Database (TMDB), version 3 of its API, with the operator's key.
 *
 * A search with a year asks for that year first, and without it where nothing of that year has the title, because a list may
 * be wrong by one. Without a year further pages are read, as none counts as the only one of its name while others are unseen.
 * Texts are in Spanish of Mexico, else of Spain, else in the original language.
 *
 * @see https://developer.themoviedb.org/reference/search-movie
 * @see https://developer.themoviedb.org/reference/movie-details
 */
import { findEqual, type Candidate, type WorkKind } from '../match/match-title.ts';
import { parseAnswer, SourceError, type FactSource, type FetchSource, type WorkFacts } from './source.ts';
import {
  countOf,
  fieldsOf,
  listOf,
  numberOf,
  ratingOf,
  textOf,
  textsOf,
  yearOf,
  type Fields,
} from './values.ts';

export const tmdbBaseUrl = 'https://api.themoviedb.org/3';
const imageBaseUrl = 'https://image.tmdb.org/t/p';
const language = 'es-MX';
const pagesMost = 3;
/** A page has twenty results; an answer with more than this is none of TMDB's. */
const resultsMost = 100;
const namesMost = 60;
const castMost = 12;
const genresMost = 6;

const pathOf: Readonly<Record<WorkKind, 'movie' | 'tv'>> = { film: 'movie', series: 'tv' };
const yearParameter: Readonly<Record<WorkKind, string>> = { film: 'year', series: 'first_air_date_year' };
const appended: Readonly<Record<WorkKind, string>> = {
  film: 'credits,videos,images,release_dates,alternative_titles,translations',
  series: 'credits,videos,images,content_ratings,alternative_titles,translations',
};

/** @param key - of version 3: 32 hexadecimal digits */
export function createTmdb({
  fetchSource,
  key,
  baseUrl = tmdbBaseUrl,
}: {
  fetchSource: FetchSource;
  key: string;
  baseUrl?: string | undefined;
}): FactSource {
  const addressOf = (path: string, parameters: Record<string, string>): string => {
    const query = new URLSearchParams({ api_key: key, language, ...parameters });
    return `${baseUrl}${path}?${query.toString()}`;
  };

  async function searchPage(kind: WorkKind, title: string, parameters: Record<string, string>) {
    const address = addressOf(`/search/${pathOf[kind]}`, {
      query: title,
      include_adult: 'false',
      ...parameters,
    });
    const answer = await fetchSource({ address });
    if (typeof answer === 'string') throw new SourceError('unreadable');
    const { results, total_pages: totalPages } = fieldsOf(parseAnswer(answer));
    if (!Array.isArray(results) || results.length > resultsMost) throw new SourceError('unreadable');
    return {
      candidates: results.flatMap((result) => readCandidate(fieldsOf(result), kind) ?? []),
      // Where an answer does not say how many pages there are, some may be unseen.
      pages: numberOf(totalPages) ?? Number.POSITIVE_INFINITY,
    };
  }

  return {
    name: 'tmdb',
    kinds: ['film', 'series'],
    pace: { requests: 20, perMs: 1_000 },

    async search({ title, year, kind }) {
      if (year !== undefined) {
        const ofYear = await searchPage(kind, title, { [yearParameter[kind]]: String(year) });
        if (findEqual(title, ofYear.candidates).length > 0) {
          const more = await searchPage(kind, title, {});
          return merge([ofYear, more], more.pages <= 1);
        }
      }
      const pages = [await searchPage(kind, title, {})];
      const count = pages[0]?.pages ?? 1;
      for (let page = 2; page <= Math.min(count, year === undefined ? pagesMost : 1); page += 1)
        pages.push(await searchPage(kind, title, { page: String(page) }));
      return merge(pages, count <= pages.length);
    },

    async details(id, knownTag) {
      const kind = kindOf(id);
      if (kind === undefined) return undefined;
      const address = addressOf(`/${id}`, {
        append_to_response: appended[kind],
        include_image_language: 'es,en,null',
        include_video_language: 'es,en',
      });
      const answer = await fetchSource({ address, ifNoneMatch: knownTag });
      if (answer === 'absent') return undefined;
      if (answer === 'unchanged') return answer;
      const fields = fieldsOf(parseAnswer(answer));
      const work = readCandidate(fields, kind);
      if (work === undefined) throw new SourceError('unreadable');
      if (work.id !== id) return undefined;
      return {
        work: { ...work, ...readMore(fields, work) },
        facts: readFacts(fields, kind),
        etag: answer.etag,
      };
    },
  };
}

/** The kind that the id of a candidate names: `movie/603`, `tv/1396`. */
function kindOf(id: string): WorkKind | undefined {
  if (/^movie\/\d{1,9}$/.test(id)) return 'film';
  return /^tv\/\d{1,9}$/.test(id) ? 'series' : undefined;
}

function merge(pages: readonly { candidates: Candidate[] }[], isComplete: boolean) {
  const byId = new Map(pages.flatMap(({ candidates }) => candidates.map((each) => [each.id, each] as const)));
  return { candidates: [...byId.values()], isComplete };
}

function readCandidate(fields: Fields, kind: WorkKind): Candidate | undefined {
  const id = countOf(fields['id'], 999_999_999);
  const name = textOf(kind === 'film' ? fields['title'] : fields['name']);
  const original = textOf(kind === 'film' ? fields['original_title'] : fields['original_name']);
  const names = [...new Set([name, original].flatMap((each) => each ?? []))];
  if (id === undefined || names.length === 0) return undefined;
  return {
    id: `${pathOf[kind]}/${id}`,
    kind,
    names,
    year: yearOf(kind === 'film' ? fields['release_date'] : fields['first_air_date']),
    runtime: undefined,
    seasons: undefined,
    poster: imageOf(fields['poster_path'], 'w342'),
    isDetailed: false,
  };
}

/** What only the details of a work have: its names in further languages, its length. */
function readMore(fields: Fields, work: Candidate): Partial<Candidate> {
  const alternatives = fieldsOf(fields['alternative_titles']);
  const translated = translationsOf(fields).flatMap(
    ({ data }) => textOf(data['title'] ?? data['name']) ?? [],
  );
  const names = [
    ...work.names,
    ...textsOf(alternatives['titles'] ?? alternatives['results'], 'title', namesMost),
    ...translated,
  ];
  return {
    names: [...new Set(names)].slice(0, namesMost),
    runtime: countOf(fields['runtime'], 5_000),
    seasons: countOf(fields['number_of_seasons'], 500),
    isDetailed: true,
  };
}

interface Translation {
  locale: string;
  data: Fields;
}

function translationsOf(fields: Fields): Translation[] {
  return listOf(fieldsOf(fields['translations'])['translations']).map((entry) => {
    const each = fieldsOf(entry);
    const locale = `${textOf(each['iso_639_1']) ?? ''}-${textOf(each['iso_3166_1']) ?? ''}`;
    return { locale, data: fieldsOf(each['data']) };
  });
}

const overviewMost = 5_000;

function readFacts(fields: Fields, kind: WorkKind): WorkFacts {
  const credits = fieldsOf(fields['credits']);
  const directors = listOf(credits['crew'])
    .map(fieldsOf)
    .filter(({ job }) => job === 'Director')
    .slice(0, 3);
  const people = kind === 'film' ? textsOf(directors, 'name', 3) : textsOf(fields['created_by'], 'name', 3);
  return present({
    overview: readOverview(fields),
    poster: imageOf(fields['poster_path'], 'w500'),
    backdrop: imageOf(fields['backdrop_path'], 'w1280'),
    logo: readLogo(fields),
    rating: (numberOf(fields['vote_count']) ?? 0) > 0 ? ratingOf(fields['vote_average']) : undefined,
    genres: some(textsOf(fields['genres'], 'name', genresMost)),
    cast: some(textsOf(credits['cast'], 'name', castMost)),
    director: people.length === 0 ? undefined : people.join(', '),
    trailer: readTrailer(fields),
    certifications: readCertifications(fields, kind),
    collection: textOf(fieldsOf(fields['belongs_to_collection'])['name']),
  });
}

const some = <Entry>(list: Entry[]): Entry[] | undefined => (list.length === 0 ? undefined : list);

const present = (facts: WorkFacts): WorkFacts =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** The overview in Spanish of Mexico, else of Spain, else in the original language. */
function readOverview(fields: Fields): string | undefined {
  const own = textOf(fields['overview'], overviewMost);
  if (own !== undefined) return own;
  const translations = translationsOf(fields);
  const original = textOf(fields['original_language']) ?? '';
  const wanted = [
    (locale: string) => locale === 'es-ES',
    (locale: string) => locale.startsWith('es-'),
    (locale: string) => original !== '' && locale.startsWith(`${original}-`),
  ];
  for (const isWanted of wanted) {
    for (const { locale, data } of translations) {
      const overview = isWanted(locale) ? textOf(data['overview'], overviewMost) : undefined;
      if (overview !== undefined) return overview;
    }
  }
  return undefined;
}

const imagePath = /^\/[\w-]{1,100}\.(?:jpe?g|png|webp)$/i;

function imageOf(value: unknown, size: string): string | undefined {
  const path = textOf(value);
  return path !== undefined && imagePath.test(path) ? `${imageBaseUrl}/${size}${path}` : undefined;
}

/** The title as a picture: in Spanish, else without a language, else in English. */
function readLogo(fields: Fields): string | undefined {
  const logos = listOf(fieldsOf(fields['images'])['logos']).map(fieldsOf);
  for (const wanted of ['es', null, 'en']) {
    const logo = logos.find((each) => each['iso_639_1'] === wanted && imageOf(each['file_path'], 'w500'));
    if (logo !== undefined) return imageOf(logo['file_path'], 'w500');
  }
  return undefined;
}

function readTrailer(fields: Fields): string | undefined {
  const videos = listOf(fieldsOf(fields['videos'])['results'])
    .map(fieldsOf)
    .filter(({ site, type, key }) => {
      const isKey = /^[\w-]{11}$/.test(textOf(key) ?? '');
      return site === 'YouTube' && type === 'Trailer' && isKey;
    });
  const chosen = videos.find((each) => each['iso_639_1'] === 'es') ?? videos[0];
  return textOf(chosen?.['key']);
}

function readCertifications(fields: Fields, kind: WorkKind): Record<string, string> | undefined {
  const results = listOf(fieldsOf(fields[kind === 'film' ? 'release_dates' : 'content_ratings'])['results']);
  const rated = results.flatMap((entry) => {
    const each = fieldsOf(entry);
    const country = textOf(each['iso_3166_1']);
    const [first] = textsOf(each['release_dates'], 'certification', 1);
    const certification = textOf(each['rating'], 20) ?? textOf(first, 20);
    return country === undefined || certification === undefined || !/^[A-Z]{2}$/.test(country)
      ? []
      : [[country, certification] as const];
  });
  return rated.length === 0 ? undefined : Object.fromEntries(rated);
}
