import { readInstant } from './instants.ts';
import {
  readCount,
  readFlag,
  readInteger,
  readItems,
  readNumber,
  readObject,
  readPictureAddress,
  readText,
  readTexts,
  type Json,
} from './loose-values.ts';

/*
 * Reads the six lists of an account: the categories and the items of channels, films and series. Items are grouped by
 * their own category, because servers ignore the category of a request.
 */

interface Item {
  /** The provider's number. It stays the same when host, account or name change. */
  id: string;
  name: string;
  /** The name of its category; `undefined` where the server names none. */
  category: string | undefined;
}

export interface ChannelItem extends Item {
  logo: string | undefined;
  /** The channel's name in the provider's programme guide. */
  guideId: string | undefined;
  /** For how many days the provider keeps programmes; 0 where it keeps none. */
  archiveDays: number;
  number: number | undefined;
}

/** What films and series tell of themselves. */
interface Title extends Item {
  poster: string | undefined;
  backdrop: string | undefined;
  plot: string | undefined;
  genres: string[];
  cast: string[];
  director: string | undefined;
  year: number | undefined;
  /** From 0 to 10. */
  rating: number | undefined;
  durationSeconds: number | undefined;
  /** The id of a trailer on YouTube. */
  trailerId: string | undefined;
}

export interface FilmItem extends Title {
  /** The extension of its file, which belongs to its address. */
  extension: string;
}

export interface SeriesItem extends Title {
  /** When its chapters changed last. */
  changedAt: Date | undefined;
}

/** The names of categories by their numbers. */
export type Categories = ReadonlyMap<string, string>;

const longestArchiveDays = 365;
const bestRating = 10;

/** @param body - the parsed answer to `get_live_categories`, `get_vod_categories` or `get_series_categories` */
export function readCategories(body: unknown): Categories {
  const found = new Map<string, string>();
  for (const value of readItems(body)) {
    const { category_id: id, category_name: name } = readObject(value);
    const [key, text] = [readText(id), readText(name)];
    if (key !== undefined && text !== undefined) found.set(key, text);
  }
  return found;
}

/** @returns `undefined` for an item without number or name, which cannot be played or shown */
export function readChannel(value: unknown, categories: Categories): ChannelItem | undefined {
  const json = readObject(value);
  const item = readItem(json, json['stream_id'], categories);
  if (item === undefined) return undefined;
  const days = readCount(json['tv_archive_duration']) ?? 0;
  return {
    ...item,
    logo: readPictureAddress(json['stream_icon']),
    guideId: readText(json['epg_channel_id']),
    archiveDays: readFlag(json['tv_archive']) ? Math.min(Math.max(days, 1), longestArchiveDays) : 0,
    number: readInteger(json['num']),
  };
}

/** @returns `undefined` for an item without number or name */
export function readFilm(value: unknown, categories: Categories): FilmItem | undefined {
  const json = readObject(value);
  const item = readItem(json, json['stream_id'], categories);
  if (item === undefined) return undefined;
  return {
    ...item,
    ...readTitle(json, json['stream_icon'] ?? json['cover']),
    extension: readExtension(json['container_extension']),
  };
}

/** @returns `undefined` for an item without number or name */
export function readSeries(value: unknown, categories: Categories): SeriesItem | undefined {
  const json = readObject(value);
  const item = readItem(json, json['series_id'], categories);
  if (item === undefined) return undefined;
  return { ...item, ...readTitle(json, json['cover']), changedAt: readInstant(json['last_modified']) };
}

function readItem(json: Json, number: unknown, categories: Categories): Item | undefined {
  const id = readText(number);
  const name = readText(json['name']) ?? readText(json['title']);
  if (id === undefined || name === undefined || !/^[\w-]{1,40}$/.test(id)) return undefined;
  const [listed] = readItems(json['category_ids']);
  const key = readText(json['category_id']) ?? readText(listed) ?? '';
  return { id, name, category: categories.get(key) };
}

function readTitle(json: Json, poster: unknown): Omit<Title, keyof Item> {
  const rating = readNumber(json['rating']);
  const release =
    readText(json['release_date']) ?? readText(json['releaseDate']) ?? readText(json['releasedate']);
  const minutes = readInteger(json['episode_run_time']);
  const [backdrop] = readItems(json['backdrop_path']);
  return {
    poster: readPictureAddress(poster),
    backdrop: readPictureAddress(backdrop ?? json['backdrop_path']),
    plot: readText(json['plot']) ?? readText(json['description']),
    genres: readTexts(json['genre']),
    cast: readTexts(json['cast'] ?? json['actors']),
    director: readText(json['director']),
    year: readYear(json['year']) ?? readYear(release?.slice(0, 4)),
    rating: rating !== undefined && rating > 0 && rating <= bestRating ? rating : undefined,
    durationSeconds: readDuration(json) ?? (minutes ? readInteger(minutes * 60) : undefined),
    trailerId: readTrailer(json['youtube_trailer'] ?? json['trailer']),
  };
}

function readYear(value: unknown): number | undefined {
  const year = readCount(value);
  return year !== undefined && year >= 1870 && year <= 2200 ? year : undefined;
}

/** A duration in `duration_secs`, or as `1:42:07` in `duration`. */
export function readDuration(json: Json): number | undefined {
  const seconds = readInteger(json['duration_secs']);
  if (seconds !== undefined && seconds > 0) return seconds;
  const match = /^(\d{1,3}):([0-5]?\d):([0-5]?\d)$/.exec(readText(json['duration']) ?? '');
  if (match === null) return undefined;
  const [hours = 0, minutes = 0, rest = 0] = match.slice(1).map(Number);
  return hours * 3600 + minutes * 60 + rest || undefined;
}

/** The extension of a file; what is none is taken for `mp4`, the extension that servers leave out. */
export function readExtension(value: unknown): string {
  const text = readText(value)?.toLowerCase().replace(/^\./, '') ?? '';
  return /^[a-z0-9]{1,5}$/.test(text) ? text : 'mp4';
}

/** The id of a trailer, which some servers give with the whole address. */
function readTrailer(value: unknown): string | undefined {
  return /(?:^|[/=])([\w-]{11})$/.exec(readText(value) ?? '')?.[1];
}
