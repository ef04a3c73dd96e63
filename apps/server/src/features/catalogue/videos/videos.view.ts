import {
  canOpen,
  sectionOf,
  type Season,
  type StreamKind,
  type VideoCard,
  type Viewer,
} from '@butaca/contract';
import type { StreamSource } from '../../../shared/stream/stream-source.ts';
import { readYoutubeId } from './youtube-address.ts';
import type { SeasonRows, VideoCardRow } from './videos.repository.ts';

/** Returns the URL of an image on this server, never its stored address; `null` where there is no image. */
export type PicturePath = (
  kind: 'video' | 'backdrop' | 'chapter',
  id: string,
  stored: string | null,
) => string | null;

/** Seals the address of an item or chapter into a stream token for one person. */
export type IssueStream = (
  source: StreamSource,
  chapterId?: string,
) => { url: string; streamKind: StreamKind };

/** Returns the access rule of a video: its plans and its section. */
export const videoRule = (row: Pick<VideoCardRow, 'requires_plan' | 'tipo' | 'main_section'>) => ({
  requiresPlan: row.requires_plan,
  section: sectionOf({ tipo: row.tipo, mainSection: row.main_section }),
});

/** @param viewer - `undefined` for a visitor, for whom every video is locked */
export function toVideoCard(
  row: VideoCardRow,
  viewer: Viewer | undefined,
  picturePath: PicturePath,
): VideoCard {
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
    releaseYear: row.release_year,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    thumbnail: picturePath('video', row.id, poster),
    backdrop: picturePath('backdrop', row.id, row.backdrop),
    trailerUrl: trailerUrl(row),
    isFeatured: row.is_featured,
    seasonCount: row.season_count,
    chapterCount: row.chapter_count,
    locked: viewer === undefined || !canOpen(viewer, requiresPlan, section),
  };
}

/**
 * Returns the URL of a trailer. For YouTube it is the public watch URL; other trailers need a call that seals their
 * address.
 */
function trailerUrl(row: VideoCardRow): string | null {
  if (row.trailer_address === null) return null;
  const youtubeId = readYoutubeId(row.trailer_address);
  return youtubeId === undefined
    ? `/api/videos/${row.id}/trailer`
    : `https://www.youtube.com/watch?v=${youtubeId}`;
}

const notBegun = { lastTime: 0, progress: 0 };

/** A person's playback positions in the chapters that they have begun, by chapter key. */
export type ChapterPlaces = ReadonlyMap<string, { lastTime: number; progress: number }>;

/** Converts the seasons for the watch page; each chapter that has an address gets a sealed one. */
export function toSeasons(
  rows: SeasonRows,
  places: ChapterPlaces,
  issue: IssueStream,
  picturePath: PicturePath,
): Season[] {
  return rows.map((season) => ({
    seasonNumber: season.season_number,
    title: season.title,
    chapters: season.chapters.map((chapter) => ({
      _id: chapter.id,
      chapterNumber: chapter.chapter_number,
      title: chapter.title,
      description: chapter.description,
      thumbnail: picturePath('chapter', chapter.id, chapter.thumbnail),
      duration: chapter.duration,
      ...(places.get(chapter.id) ?? notBegun),
      ...sealed(chapter, (source) => issue(source, chapter.id)),
    })),
  }));
}

export interface Addressed {
  address: string | null;
  stream_kind: StreamKind | null;
  user_agent: string | null;
  referrer: string | null;
}

/** Returns a sealed address, or `null` fields where there is no address to play. */
export function sealed(
  row: Addressed,
  issue: IssueStream,
): { url: string | null; streamKind: StreamKind | null } {
  const source = readSource(row);
  return source === undefined ? { url: null, streamKind: null } : issue(source);
}

/** @returns the source; `undefined` where there is no address to play */
export function readSource(row: Addressed): StreamSource | undefined {
  if (row.address === null || row.stream_kind === null) return undefined;
  return {
    address: row.address,
    streamKind: row.stream_kind,
    userAgent: row.user_agent,
    referrer: row.referrer,
  };
}
