/**
 * Reads what the name of a group (`group-title`) in an M3U file says of its entries: the kind, section and genres of
 * videos, the country, the series whose chapters it has, and whether it is for adults.
 *
 * The group's name is lower-cased, stripped of accents and cut into words. Words decide the kind first, the most
 * specific word before the others (`NOVELAS TURCAS` is novelas, `SERIES ANIME` is anime); then the platform or category
 * of a series, the section of a film, and its genres. What the group's name does not tell stays undefined: `NETFLIX`
 * alone names no kind, so the entry itself decides.
 */
import { saysAdults } from './adult.ts';
import { countryOfFlag, countryOfName, countryOfWord } from './country.ts';
import type { GroupWord } from './entry-kind.ts';
import { foldTitle } from './fold-title.ts';
import { saysNone } from './none-word.ts';
import { readGroupSeries, type GroupSeries } from './group-series.ts';

/** What the name of a group in an M3U file tells of its entries. */
export interface GroupReading {
  /** Whether the name means that there is no group: `Undefined`, `null`, `-`. */
  isNone: boolean;
  tipo: 'pelicula' | 'serie' | 'anime' | 'dorama' | 'novela' | 'documental' | undefined;
  /** The section of the film catalogue that the group's name tells, such as `CINE_4K`. */
  mainSection: string | undefined;
  /** The category of series that the group's name tells, such as `Netflix`. */
  subcategoria: string | undefined;
  genres: readonly string[];
  /** What the first word says of the kind of the entries. */
  word: GroupWord | undefined;
  /** ISO 3166 alpha-2, in lower case: `mx` for `México` and for `MX | DEPORTES`. */
  country: string | undefined;
  /** The series whose chapters the group has: `Élite - Temporada 2`, `SERIES | Netflix | Élite`. */
  series: GroupSeries | undefined;
  isAdult: boolean;
  content: GroupContent | undefined;
}

/**
 * What a group says that it contains. `mixed`: films and series («SERIES Y PELICULAS»), or a genre, a service or a public,
 * which have films and series alike («Terror», «Netflix», «Infantil»).
 */
export type GroupContent = 'films' | 'series' | 'mixed';

/** Makes a regular expression that finds one of the words in a lower-case text that begins and ends with a space. */
const words = (...alternatives: string[]): RegExp => new RegExp(` (?:${alternatives.join('|')}) `, 'u');

const kinds: readonly (readonly [NonNullable<GroupReading['tipo']>, RegExp])[] = [
  ['anime', words('animes?', 'manga')],
  ['dorama', words('doramas?', 'k ?dramas?', 'coreanas?', 'coreanos?', 'asiaticas?')],
  ['novela', words('novelas?', 'telenovelas?', 'tele novelas?')],
  ['documental', words('documental', 'documentales', 'docus?', 'docuseries?')],
  ['serie', words('series?', 'temporadas?', 'miniseries?', 'tv shows?')],
  [
    'pelicula',
    words(
      'cine',
      'cinema',
      'peliculas?',
      'pelis?',
      'films?',
      'filmes?',
      'movies?',
      'estrenos?',
      '4k',
      'uhd',
      '2160p',
      '60 ?fps',
    ),
  ],
];

const sagas = words('sagas?', 'coleccion', 'colecciones', 'trilogias?', 'franquicias?', 'peliculon(?:es)?');

const kids = words(
  'kids',
  'infantil',
  'infantiles',
  'infantis',
  'ninos',
  'ninas',
  'criancas',
  'desenhos',
  'junior',
);

const sections: readonly (readonly [string, RegExp])[] = [
  ['CINE_60FPS', words('60 ?fps')],
  ['CINE_4K', words('4k', 'uhd', 'ultra hd', 'ultrahd', '2160p')],
  ['ZONA_KIDS', kids],
  [
    'CINE_2025',
    words('estrenos?', 'lancamentos?', 'novedades', 'recien agregad[oa]s', 'cartelera', '202[4-9]'),
  ],
  [
    'ESPECIALES',
    words(
      'navidad',
      'navidenas?',
      'halloween',
      'semana santa',
      'festivos?',
      'festividades',
      'especial',
      'especiales',
    ),
  ],
];

const categories: readonly (readonly [string, RegExp])[] = [
  ['ZONA KIDS', kids],
  ['Netflix', words('netflix')],
  ['Prime Video', words('amazon', 'prime', 'prime video', 'primevideo')],
  ['Disney', words('disney', 'disney plus')],
  ['Apple TV', words('apple', 'apple tv', 'appletv')],
  ['HBO MAX', words('hbo', 'hbo max', 'hbomax', 'max')],
  ['Retro', words('retro', 'clasic[ao]s?', 'antiguas?', '[789]0s')],
  ['Animadas', words('animad[ao]s?', 'animacion', 'dibujos', 'caricaturas', 'cartoons?')],
  [
    'Hulu y Otros',
    words(
      'hulu',
      'paramount',
      'peacock',
      'vix',
      'movistar',
      'star',
      'starz',
      'universal',
      'lionsgate',
      'otr[ao]s',
    ),
  ],
];

const genreWords: readonly (readonly [string, RegExp])[] = [
  ['Acción', words('accion', 'action')],
  ['Animación', words('animacion', 'animad[ao]s?')],
  ['Aventura', words('aventuras?')],
  ['Bélica', words('belic[ao]s?', 'guerra')],
  ['Biografía', words('biografias?', 'biografic[ao]s?')],
  ['Ciencia ficción', words('ciencia ficcion', 'sci ?fi', 'ficcion')],
  ['Clásicos', words('clasic[ao]s?')],
  ['Comedia', words('comedias?', 'humor')],
  ['Crimen', words('crimen', 'policiac[ao]s?', 'policial')],
  ['Culto', words('culto')],
  ['Deporte', words('deportes?')],
  ['Drama', words('dramas?')],
  ['Familia', words('familia', 'familiar', 'familiares')],
  ['Fantasía', words('fantasia')],
  ['Historia', words('historia', 'historic[ao]s?')],
  ['Misterio', words('misterio')],
  ['Musical', words('musica', 'musical', 'musicales')],
  ['Romance', words('romance', 'romantic[ao]s?')],
  ['Suspenso', words('suspenso', 'suspense', 'thrillers?')],
  ['Terror', words('terror', 'horror', 'miedo')],
  ['Western', words('western', 'oeste')],
];

const firstWords: ReadonlyMap<string, GroupWord> = new Map([
  ...['vod', 'vods', 'ondemand'].map((word) => [word, 'on_demand'] as const),
  ...'peliculas pelicula pelis peli movies movie films film filmes filme estrenos estreno'
    .split(' ')
    .map((word) => [word, 'movie'] as const),
  ...'series serie miniseries temporadas novelas telenovelas animes anime doramas'
    .split(' ')
    .map((word) => [word, 'series'] as const),
  ...['cine', 'cinema', 'cines'].map((word) => [word, 'cinema'] as const),
]);

/**
 * Reads a group (`group-title`) of an M3U file.
 *
 * @param group - the group exactly as the M3U file has it; several groups, separated by `;`, are read together
 */
export function readGroup(group: string): GroupReading {
  const text = foldWords(group);
  const first = <T>(table: readonly (readonly [T, RegExp])[]): T | undefined =>
    table.find(([, pattern]) => pattern.test(text))?.[0];
  // The word «drama» in `K-DRAMA` does not mean the genre «drama»: it names the kind dorama.
  const plain = text.replace(/ k ?dramas? /u, ' ');
  const series = readGroupSeries(group, saysOnlyPlace);
  const genres = genreWords.filter(([, pattern]) => pattern.test(plain)).map(([genre]) => genre);
  const [mainSection, subcategoria] = [first(sections), first(categories)];
  const isOfPlace = genres.length > 0 || mainSection !== undefined || subcategoria !== undefined;
  return {
    isNone: saysNone(group),
    tipo: first(kinds),
    mainSection,
    subcategoria,
    genres,
    word: firstWordOf(text),
    country: countryOfGroup(group, text),
    series,
    isAdult: saysAdults(group),
    content: contentOf(text, series?.season !== undefined) ?? (isOfPlace ? 'mixed' : undefined),
  };
}

/** What the words of a group say that it contains. @param hasSeason - whether the group names a season of a series */
function contentOf(text: string, hasSeason: boolean): GroupContent | undefined {
  const found = kinds.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind);
  const hasFilms = found.includes('pelicula') || sagas.test(text);
  const hasSeries = hasSeason || found.some((kind) => kind !== 'pelicula');
  if (hasFilms && hasSeries) return 'mixed';
  return hasFilms ? 'films' : hasSeries ? 'series' : undefined;
}

/** Lower-cases a group, cuts it into words, and puts a space before, between and behind them. */
const foldWords = (text: string): string =>
  ` ${foldTitle(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** What the first word says of the kind, behind a country or language: `ES | PELICULAS`. */
function firstWordOf(text: string): GroupWord | undefined {
  const [first = '', second = ''] = text.trim().split(' ', 2);
  return firstWords.get(first) ?? (isTag(first) ? firstWords.get(second) : undefined);
}

const isTag = (word: string): boolean =>
  word === 'lat' ||
  word === 'latino' ||
  word === 'esp' ||
  word === 'cast' ||
  countryOfWord(word) !== undefined;

/** A whole name (`México`), or the code of a country before another name (`MX | DEPORTES`). */
function countryOfGroup(group: string, text: string): string | undefined {
  const whole = countryOfName(text.trim());
  if (whole !== undefined) return whole;
  const flag = countryOfFlag(group.trim());
  if (flag !== undefined) return flag;
  const words = text.trim().split(' ');
  const isSeparated = /[\p{L}\p{N}]\s{0,3}[^\p{L}\p{N}\s]/u.test(group.slice(0, 40));
  const [first = ''] = words;
  if (isSeparated && countryOfWord(first) !== undefined) return countryOfWord(first);
  return words.map(countryOfName).find((country) => country !== undefined);
}

/** Words that stand beside the words for kinds, categories and genres, and name no series either. */
const fillers = words(
  'y|e|de|del|la|las|los|el|en|con|para|and|the|of',
  'tv|hd|fhd|uhd|sd|plus|vod|todas?|todos?|nuev[ao]s?|ultim[ao]s?|mejores|mas|vistas?|top|actualizad[ao]s?',
  'latin[ao]s?|lat|castellan[ao]s?|espanol|espanolas?|subtitulad[ao]s?|sub|dual|ingles|turc[ao]s?|mexican[ao]s?',
  'brasilen[ao]s?|colombian[ao]s?|american[ao]s?|europe[ao]s?|asiatic[ao]s?|general|generales|varios|varias|emision',
  String.raw`\d{1,4}s?`,
  'a|b|c|d|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t|u|v|w|x|z',
);

/** Whether a part of a group's name has only words for kinds, categories, genres and countries, so no name of a series. */
function saysOnlyPlace(part: string): boolean {
  let text = foldWords(part);
  const tables = [kinds, sections, categories, genreWords].flat().map(([, pattern]) => pattern);
  for (const pattern of [...tables, fillers]) {
    let before = '';
    while (before !== text) {
      before = text;
      text = text.replace(pattern, ' ');
    }
  }
  const left = text.trim();
  return left === '' || left.split(' ').every((word) => countryOfName(word) !== undefined);
}
