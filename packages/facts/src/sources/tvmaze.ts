/**
 * TVmaze, for series: without a key, 20 calls in ten seconds, CC BY-SA. Its texts are in English, so only its pictures, genres
 * and numbers serve where a plot in Spanish exists.
 *
 * @see https://www.tvmaze.com/api
 */
import type { Candidate } from '../match/match-title.ts';
import { parseAnswer, SourceError, type FactSource, type FetchSource, type WorkFacts } from './source.ts';
import { countOf, fieldsOf, listOf, ratingOf, textOf, textsOf, yearOf, type Fields } from './values.ts';

export const tvmazeBaseUrl = 'https://api.tvmaze.com';
/** An answer with so many shows may be cut. */
const searchMost = 10;
const namesMost = 60;

export function createTvmaze({
  fetchSource,
  baseUrl = tvmazeBaseUrl,
}: {
  fetchSource: FetchSource;
  baseUrl?: string | undefined;
}): FactSource {
  return {
    name: 'tvmaze',
    kinds: ['series'],
    pace: { requests: 20, perMs: 10_000 },

    async search({ title }) {
      const query = new URLSearchParams({ q: title });
      const answer = await fetchSource({ address: `${baseUrl}/search/shows?${query.toString()}` });
      if (typeof answer === 'string') throw new SourceError('unreadable');
      const results = parseAnswer(answer);
      if (!Array.isArray(results)) throw new SourceError('unreadable');
      return {
        candidates: listOf(results).flatMap((result) => readShow(fieldsOf(fieldsOf(result)['show'])) ?? []),
        isComplete: results.length < searchMost,
      };
    },

    async details(id, knownTag) {
      if (!/^\d{1,9}$/.test(id)) return undefined;
      const address = `${baseUrl}/shows/${id}?embed[]=seasons&embed[]=akas&embed[]=cast&embed[]=images`;
      const answer = await fetchSource({ address, ifNoneMatch: knownTag });
      if (answer === 'absent') return undefined;
      if (answer === 'unchanged') return answer;
      const fields = fieldsOf(parseAnswer(answer));
      const show = readShow(fields);
      if (show === undefined) throw new SourceError('unreadable');
      // TVmaze leads from a show that was joined with another one to that other one.
      if (show.id !== id) return undefined;
      const embedded = fieldsOf(fields['_embedded']);
      const names = [...show.names, ...textsOf(embedded['akas'], 'name', namesMost)];
      const seasons = Math.max(
        0,
        ...listOf(embedded['seasons']).map((season) => countOf(fieldsOf(season)['number'], 500) ?? 0),
      );
      return {
        work: {
          ...show,
          names: [...new Set(names)].slice(0, namesMost),
          seasons: seasons === 0 ? undefined : seasons,
          isDetailed: true,
        },
        facts: readFacts(fields, embedded),
        etag: answer.etag,
      };
    },
  };
}

function readShow(fields: Fields): Candidate | undefined {
  const id = countOf(fields['id'], 999_999_999);
  const name = textOf(fields['name']);
  if (id === undefined || name === undefined) return undefined;
  return {
    id: String(id),
    kind: 'series',
    names: [name],
    year: yearOf(fields['premiered']),
    runtime: undefined,
    seasons: undefined,
    poster: imageOf(fieldsOf(fields['image'])['medium']),
    isDetailed: false,
  };
}

function readFacts(fields: Fields, embedded: Fields): WorkFacts {
  const cast = listOf(embedded['cast']).map((entry) => fieldsOf(entry)['person']);
  const background = listOf(embedded['images'])
    .map(fieldsOf)
    .find(({ type }) => type === 'background');
  const original = fieldsOf(fieldsOf(background?.['resolutions'])['original'])['url'];
  const genres = listOf(fields['genres']).flatMap((genre) => genreNames.get(textOf(genre) ?? '') ?? []);
  const names = textsOf(cast, 'name', 12);
  const facts: WorkFacts = {
    overview: withoutTags(textOf(fields['summary'], 5_000)),
    poster: imageOf(fieldsOf(fields['image'])['original']),
    backdrop: imageOf(original),
    rating: ratingOf(fieldsOf(fields['rating'])['average']),
    genres: genres.length === 0 ? undefined : genres.slice(0, 6),
    cast: names.length === 0 ? undefined : names,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Only addresses of TVmaze's own pictures are taken. */
function imageOf(value: unknown): string | undefined {
  const address = textOf(value);
  return address !== undefined && /^https:\/\/static\.tvmaze\.com\/[\w/.-]{1,200}$/.test(address)
    ? address
    : undefined;
}

const tag = /<[^<>]{0,200}>/gu;
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function withoutTags(html: string | undefined): string | undefined {
  return textOf(
    html?.replace(tag, ' ').replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity),
    5_000,
  );
}

/** The genres of TVmaze as the product names them. */
const genreNames: ReadonlyMap<string, string> = new Map([
  ['Action', 'Acción'],
  ['Adventure', 'Aventura'],
  ['Anime', 'Anime'],
  ['Children', 'Infantil'],
  ['Comedy', 'Comedia'],
  ['Crime', 'Crimen'],
  ['Drama', 'Drama'],
  ['Espionage', 'Espionaje'],
  ['Family', 'Familia'],
  ['Fantasy', 'Fantasía'],
  ['Food', 'Cocina'],
  ['History', 'Historia'],
  ['Horror', 'Terror'],
  ['Legal', 'Legal'],
  ['Medical', 'Médico'],
  ['Music', 'Música'],
  ['Mystery', 'Misterio'],
  ['Nature', 'Naturaleza'],
  ['Romance', 'Romance'],
  ['Science-Fiction', 'Ciencia ficción'],
  ['Sports', 'Deporte'],
  ['Supernatural', 'Sobrenatural'],
  ['Thriller', 'Suspense'],
  ['Travel', 'Viajes'],
  ['War', 'Bélica'],
  ['Western', 'Western'],
]);
