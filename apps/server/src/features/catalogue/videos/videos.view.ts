import {
  canOpen,
  sectionOf,
  type Season,
  type StreamKind,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import { createSlices } from '../../../platform/async/turns.ts';
import { bindCookies } from '../../../shared/stream/list-cookies.ts';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { readYoutubeId } from './youtube-address.ts';
import type { SeasonRows, VideoCardRow } from './videos.repository.ts';

/**
 * Returns the URL under which this server serves an image of a video, never the address of the provider that is stored
 * in the database; `null` where there is no image.
 */
export type ImagePath = (
  kind: 'video' | 'backdrop' | 'chapter',
  id: string,
  stored: string | null,
) => string | null;

/**
 * Seals (encrypts) the stream address of a channel, video or chapter into a token for one person, and returns the
 * address on this server under which that person can play it; `undefined` for what was not asked for.
 */
export type IssueStream = (
  source: StreamSource,
  chapterId?: string,
) => { url: string; streamKind: StreamKind } | undefined;

/** Returns what decides who may watch a video: the plans that it requires, and its section. */
export const videoRule = (row: Pick<VideoCardRow, 'requires_plan' | 'tipo' | 'main_section'>) => ({
  requiresPlan: row.requires_plan,
  section: sectionOf({ tipo: row.tipo, mainSection: row.main_section }),
});

/**
 * Converts a row of the table `video` into the card that lists show. @param viewer - `undefined` for somebody who is
 * not signed in, for whom every video is locked
 */
export function toVideoCard(row: VideoCardRow, viewer: Viewer | undefined, imagePath: ImagePath): VideoCard {
  const { requiresPlan, section } = videoRule(row);
  const poster = row.custom_thumbnail ?? row.tmdb_thumbnail ?? row.thumbnail;
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    tipo: row.tipo,
    subtipo: row.subtipo,
    mainSection: row.main_section,
    subcategoria: row.subcategoria,
    genres: row.genres,
    releaseYear: row.release_year ?? row.found_year,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    thumbnail: imagePath('video', row.id, poster),
    backdrop: imagePath('backdrop', row.id, row.backdrop),
    trailerUrl: trailerUrl(row),
    isFeatured: row.is_featured,
    seasonCount: row.season_count,
    chapterCount: row.chapter_count,
    locked: viewer === undefined || !canOpen(viewer, requiresPlan, section),
  };
}

/**
 * Returns the URL of a video's trailer. For YouTube it is the public watch URL; for other trailers it is an endpoint of
 * this server that seals (encrypts) the trailer's address for the person who asks.
 */
function trailerUrl(row: VideoCardRow): string | null {
  if (row.trailer_address === null) return null;
  const youtubeId = readYoutubeId(row.trailer_address);
  return youtubeId === undefined
    ? `/api/videos/${row.id}/trailer`
    : `https://www.youtube.com/watch?v=${youtubeId}`;
}

const notBegun = { lastTime: 0, progress: 0 };

/** A person's playback positions in those chapters of a series that the person has begun, by chapter id. */
export type ChapterPositions = ReadonlyMap<string, { lastTime: number; progress: number }>;

/** How long the chapters of one series are sealed in ms before other work of the process goes on. */
const sliceMs = 10;

/**
 * Converts the seasons of a series for its watch page; each chapter that has a stream address gets an address on this
 * server, sealed (encrypted) for the person. A series may have thousands of chapters, so other requests go on meanwhile.
 */
export async function toSeasons(
  rows: SeasonRows,
  positions: ChapterPositions,
  issue: IssueStream,
  imagePath: ImagePath,
): Promise<Season[]> {
  const giveWay = createSlices(sliceMs);
  const seasons: Season[] = [];
  for (const season of rows) {
    const chapters: Season['chapters'] = [];
    for (const chapter of season.chapters) {
      chapters.push({
        _id: chapter.id,
        chapterNumber: chapter.chapter_number,
        title: chapter.title,
        description: chapter.description,
        thumbnail: imagePath('chapter', chapter.id, chapter.thumbnail),
        duration: chapter.duration,
        ...(positions.get(chapter.id) ?? notBegun),
        ...sealed(chapter, (source) => issue(source, chapter.id)),
      });
      await giveWay();
    }
    seasons.push({ seasonNumber: season.season_number, title: season.title, chapters });
  }
  return seasons;
}

export interface Addressed {
  address: string | null;
  stream_kind: StreamKind | null;
  user_agent: string | null;
  referrer: string | null;
  cookie?: string | null;
  origin?: string | null;
}

/**
 * Returns the address on this server under which a person can play a video, with the stream's address sealed
 * (encrypted) in it; the URL and the kind of stream are `null` for a video without a stream address.
 */
export function sealed(
  row: Addressed,
  issue: IssueStream,
): { url: string | null; streamKind: StreamKind | null } {
  const source = readSource(row);
  return (source && issue(source)) ?? { url: null, streamKind: null };
}

/**
 * Reads the stream source (address, format and request headers) from a row. @returns `undefined` where the row has no
 * address
 */
export function readSource(row: Addressed): StreamSource | undefined {
  if (row.address === null || row.stream_kind === null) return undefined;
  return {
    address: row.address,
    streamKind: row.stream_kind,
    userAgent: row.user_agent,
    referrer: row.referrer,
    cookies: bindCookies(row.cookie ?? null, row.address),
    origin: row.origin ?? null,
  };
}
