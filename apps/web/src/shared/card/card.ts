/* Reads the cards of videos and channels from the items that the server sends. An item may hold each field under
   any of the names of docs/requisitos.md, R3.4: the first name with a usable value is taken. No function of
   this file throws: a field that cannot be read is left out, and only an item without an id gives no card. */
import { foldText } from '@butaca/contract';
import { imageAddress } from '../../platform/api/image-address.ts';
import { paths } from '../paths.ts';

/** The kinds of content in the path of a watch page (`/watch/movie/…`). */
export type CardType = 'movie' | 'serie' | 'anime' | 'channel';

/** A video or channel as lists show it. @see docs/requisitos.md, R3.4 */
export interface Card {
  id: string;
  /**
   * The kind of content in the path of the watch page; absent if the server names no `tipo`, so that the card cannot be
   * opened.
   */
  type: CardType | undefined;
  /** The server's `tipo` in lower case and without accents: `pelicula`, `dorama`; empty if the server names none. */
  tipo: string;
  title: string;
  description: string;
  posterUrl: string | null;
  backdropUrl: string | null;
  year: number | undefined;
  genres: string[];
  /** The rating of the title from 0 to 10 with one decimal: `8.7`. */
  rating: string | undefined;
  isUltraHd: boolean;
  /** The text of the badge with the title's kind, such as «Película»; empty if the kind is unknown. */
  typeLabel: string;
  trailerUrl: string | undefined;
  /** True if the person's plan does not open the title. */
  locked: boolean;
  /** How much of the title was watched, in percent; absent unless strictly between 0 and 100. */
  progressPercent: number | undefined;
}

type Item = Readonly<Record<string, unknown>>;

/** What screen readers say of a title or channel that the person's plan does not open. */
export const lockedSentence = 'Tu plan no lo incluye';

const defaultTitle = 'Sin título';
const ratingFields = [
  'ratingDisplay',
  'rating',
  'voteAverage',
  'vote_average',
  'tmdbRating',
  'imdbRating',
  'score',
  'puntuacion',
  'calificacion',
] as const;

const typeLabels: Readonly<Record<string, string>> = {
  pelicula: 'Película',
  movie: 'Película',
  serie: 'Serie',
  series: 'Serie',
  anime: 'Anime',
  dorama: 'Dorama',
  novela: 'Novela',
  documental: 'Documental',
  'zona kids': 'Zona Kids',
  channel: 'Canal',
};

/**
 * Reads the card of one item in a list that the server sent.
 *
 * @returns `undefined` if the item has no id; a console warning says so
 */
export function readCard(value: unknown): Card | undefined {
  const item: Item = typeof value === 'object' && value !== null ? (value as Item) : {};
  const id = text(item, 'id', '_id');
  if (id === undefined) {
    // oxlint-disable-next-line no-console -- docs/requisitos.md, R2.57: items without an id are logged
    console.warn('an item without an id was left out', value);
    return undefined;
  }
  const tipo = foldText(text(item, 'tipo', 'itemType') ?? '');
  const type = typeOf(tipo, item);
  const title = text(item, 'name', 'title', 'titulo') ?? defaultTitle;
  const genres = readGenres(item['genres']);
  return {
    id,
    type,
    tipo,
    title,
    description: text(item, 'description', 'descripcion') ?? '',
    posterUrl: imageUrl(item, 'customThumbnail', 'thumbnail', 'tmdbThumbnail', 'logo', 'poster'),
    backdropUrl: imageUrl(item, 'backdrop', 'poster'),
    year: readYear(item['releaseYear'] ?? item['year']),
    genres,
    rating: readRating(item),
    isUltraHd: item['mainSection'] === 'CINE_4K' || mentionsUltraHd([title, ...genres]),
    typeLabel: typeLabels[tipo] ?? (type === undefined ? '' : defaultLabels[type]),
    trailerUrl: text(item, 'trailerUrl'),
    locked: item['locked'] === true,
    progressPercent: readProgress(item),
  };
}

const defaultLabels: Readonly<Record<CardType, string>> = {
  movie: 'Película',
  serie: 'Serie',
  anime: 'Anime',
  channel: 'Canal',
};

/** Reads the cards of a list that the server sent, and skips items without an id. */
export function readCards(values: readonly unknown[]): Card[] {
  return values.flatMap((value) => readCard(value) ?? []);
}

/** The path of the watch page that a card leads to, such as `/watch/movie/el-faro`. */
export function watchPage(card: Card): string {
  return card.type === undefined ? paths.watchNothing : paths.watch(card.type, card.id);
}

/** The image behind the head of a video's watch page; `null` for the product's own. */
export const groundOf = (card: Card | undefined): string | null =>
  card?.backdropUrl ?? card?.posterUrl ?? null;

/** The season and the chapter with which the watch page of a series is to start, as indices from 0. */
export interface StartChapter {
  seasonIndex: number;
  chapterIndex: number;
}

/**
 * The properties of a router link to a card's watch page: its path and its navigation state.
 *
 * @param chapter - the chapter with which the series starts; without it, the watch page chooses
 */
export function watchPath(
  card: Card,
  from: string,
  chapter?: StartChapter,
): { to: string; state: WatchState } {
  return {
    to: watchPage(card),
    state: {
      from,
      title: card.title,
      ...(card.type !== 'channel' && { backdrop: card.backdropUrl, poster: card.posterUrl }),
      ...(card.type === 'channel' && card.posterUrl !== null && { logo: card.posterUrl }),
      ...chapter,
    },
  };
}

/** The navigation state that links pass to the watch page. @see docs/requisitos.md, R2.30 */
export interface WatchState extends Partial<StartChapter> {
  from: string;
  title: string;
  /** The pictures of a film or series, with which the watch page opens; `null` where the title has none. */
  backdrop?: string | null;
  poster?: string | null;
  logo?: string;
  useTrial?: true;
}

/**
 * The first of the given fields of a server item with a text that is not blank, trimmed; a finite number is taken as
 * its decimal text.
 */
function text(item: Item, ...fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = item[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  }
  return undefined;
}

/** A numeric field of a server item; `NaN` if the field is no number, so that every comparison with it is false. */
function amount(item: Item, field: string): number {
  const value = item[field];
  return typeof value === 'number' ? value : Number.NaN;
}

function imageUrl(item: Item, ...fields: readonly string[]): string | null {
  const address = text(item, ...fields);
  return address === undefined ? null : imageAddress(address);
}

function typeOf(tipo: string, item: Item): CardType | undefined {
  if (tipo === '') return undefined;
  if (tipo === 'pelicula' || tipo === 'movie') return 'movie';
  if (tipo === 'anime' || tipo === 'channel') return tipo;
  if (tipo !== 'zona kids') return 'serie';
  // «Zona Kids» contains both films and series, so only the seasons tell which of the two this title is.
  const seasons = item['seasons'];
  const hasSeasons = Array.isArray(seasons) ? seasons.length > 0 : amount(item, 'seasonCount') > 0;
  return hasSeasons ? 'serie' : 'movie';
}

function readGenres(value: unknown): string[] {
  const given: unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const names = given.filter((name) => typeof name === 'string').map((name) => name.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

function readYear(value: unknown): number | undefined {
  const year = typeof value === 'string' ? Number(value) : value;
  return typeof year === 'number' && Number.isInteger(year) && year > 0 ? year : undefined;
}

/**
 * The rating of a server item with one decimal. Valid ratings lie above 0 and up to 10; 0 means that nobody has rated
 * the title.
 */
function readRating(item: Item): string | undefined {
  for (const field of ratingFields) {
    const value = item[field];
    const rating = typeof value === 'string' ? Number(value.trim().replace(',', '.')) : value;
    if (typeof rating === 'number' && rating > 0 && rating <= 10) return rating.toFixed(1);
  }
  return undefined;
}

/** Whether one of the texts contains `4k` or `2160p` as a separate word: «14km» and «4kids» do not count. */
function mentionsUltraHd(texts: readonly string[]): boolean {
  return texts.some((each) => /(?<!\d)(?:4k|2160p)(?![\p{L}\p{N}])/iu.test(each));
}

function readProgress(item: Item): number | undefined {
  const given = item['watchProgress'];
  const progress: Item = typeof given === 'object' && given !== null ? (given as Item) : {};
  if (progress['completed'] === true) return undefined;
  const shares = [
    amount(progress, 'progress'),
    amount(progress, 'lastTime') / amount(progress, 'duration'),
    amount(item, 'progressTime') / amount(item, 'duration'),
  ];
  const share = shares.find((each) => each > 0 && each < 1);
  return share === undefined ? undefined : share * 100;
}
