import { readDuration, readExtension } from './items.ts';
import {
  readCount,
  readInteger,
  readItems,
  readNumber,
  readObject,
  readPictureAddress,
  readText,
  type Json,
} from './loose-values.ts';

export interface ChapterItem {
  /** The provider's number. */
  id: string;
  title: string | undefined;
  seasonNumber: number;
  /** Its place within the season, from 1. */
  number: number;
  extension: string;
  plot: string | undefined;
  still: string | undefined;
  durationSeconds: number | undefined;
  rating: number | undefined;
}

const mostChapters = 20_000;
const lastSeason = 9_999;

/**
 * Reads the chapters of the answer to `get_series_info`, ordered by season and number.
 *
 * Servers give them as an object with the seasons' numbers as keys, as an array of arrays, or as one array; the season
 * that a chapter itself names comes before that of its group. Season 0 holds specials.
 *
 * @param body - parsed JSON
 */
export function readChapters(body: unknown): ChapterItem[] {
  const found: ChapterItem[] = [];
  const known = new Set<string>();
  for (const { group, json } of listChapters(readObject(body)['episodes'])) {
    if (found.length === mostChapters) break;
    const chapter = readChapter(json, group, found.length + 1);
    if (chapter === undefined || known.has(chapter.id)) continue;
    known.add(chapter.id);
    found.push(chapter);
  }
  return found.toSorted((a, b) => a.seasonNumber - b.seasonNumber || a.number - b.number);
}

function* listChapters(episodes: unknown): Generator<{ group: number | undefined; json: Json }> {
  if (typeof episodes !== 'object' || episodes === null) return;
  for (const [key, value] of Object.entries(episodes)) {
    const isGroup = Array.isArray(value) || !('id' in readObject(value));
    const group = Array.isArray(episodes) ? undefined : readCount(key);
    if (isGroup) for (const one of readItems(value)) yield { group, json: readObject(one) };
    else yield { group: undefined, json: readObject(value) };
  }
}

function readChapter(json: Json, group: number | undefined, place: number): ChapterItem | undefined {
  const id = readText(json['id']) ?? readText(json['stream_id']);
  if (id === undefined || !/^[\w-]{1,40}$/.test(id)) return undefined;
  const info = readObject(json['info']);
  const season = readCount(json['season']) ?? group ?? readCount(info['season']) ?? 1;
  const rating = readNumber(info['rating']);
  return {
    id,
    title: readText(json['title']),
    seasonNumber: Math.min(season, lastSeason),
    number: readInteger(json['episode_num']) || place,
    extension: readExtension(json['container_extension']),
    plot: readText(info['plot']) ?? readText(info['overview']),
    still: readPictureAddress(info['movie_image'] ?? info['cover_big']),
    durationSeconds: readDuration(info),
    rating: rating !== undefined && rating > 0 && rating <= 10 ? rating : undefined,
  };
}
