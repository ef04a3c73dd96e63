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

/** Where a viewer's picture comes from: this server, never the stored address; `null` where there is none to show. */
export type PicturePath = (
  kind: 'video' | 'backdrop' | 'chapter',
  id: string,
  stored: string | null,
) => string | null;

/** Seals an address for one person and one item, or a chapter of it. */
export type IssueStream = (
  source: StreamSource,
  chapterId?: string,
) => { url: string; streamKind: StreamKind };

/** Who may open a video. */
export const videoRule = (row: Pick<VideoCardRow, 'requires_plan' | 'tipo' | 'main_section'>) => ({
  requiresPlan: row.requires_plan,
  section: sectionOf({ tipo: row.tipo, mainSection: row.main_section }),
});

/** @param viewer - `undefined` for a visitor, to whom everything is locked */
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

/** A YouTube address is public and is given as it is; any other trailer is fetched by a call that seals its address. */
function trailerUrl(row: VideoCardRow): string | null {
  if (row.trailer_address === null) return null;
  const youtubeId = readYoutubeId(row.trailer_address);
  return youtubeId === undefined
    ? `/api/videos/${row.id}/trailer`
    : `https://www.youtube.com/watch?v=${youtubeId}`;
}

const notBegun = { lastTime: 0, progress: 0 };

/** Where a person is in each chapter that they have begun, by its key. */
export type ChapterPlaces = ReadonlyMap<string, { lastTime: number; progress: number }>;

/** The seasons as the watch page shows them, each chapter with an address of its own where it has one. */
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

/** A playable address, or nothing where there is no address to play. */
export function sealed(
  row: Addressed,
  issue: IssueStream,
): { url: string | null; streamKind: StreamKind | null } {
  const source = readSource(row);
  return source === undefined ? { url: null, streamKind: null } : issue(source);
}

/** @returns `undefined` where there is nothing to play */
export function readSource(row: Addressed): StreamSource | undefined {
  if (row.address === null || row.stream_kind === null) return undefined;
  return {
    address: row.address,
    streamKind: row.stream_kind,
    userAgent: row.user_agent,
    referrer: row.referrer,
  };
}
