import type { AdminVideo, AdminVideoDetail } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Selectable } from 'kysely';
import type { VersionRow } from '../../../shared/video/versions.ts';
import { revisionOf } from '../../../platform/revision.ts';
import type { SeasonRows } from './videos.repository.ts';

export type AdminVideoRow = Selectable<Database['video']>;

/** Converts a stored video for administrators who edit it, stream addresses included. */
export function toAdminVideo(row: AdminVideoRow): AdminVideo {
  return {
    _id: row.id,
    title: row.title,
    url: row.address,
    streamKind: row.stream_kind,
    customThumbnail: row.custom_thumbnail,
    thumbnail: row.thumbnail,
    tmdbThumbnail: row.tmdb_thumbnail,
    backdrop: row.backdrop,
    description: row.description,
    trailerUrl: row.trailer_address,
    releaseYear: row.release_year,
    rating: row.rating === null ? null : Math.round(row.rating * 10) / 10,
    isFeatured: row.is_featured,
    active: row.active,
    isAdult: row.is_adult,
    tipo: row.tipo,
    subtipo: row.subtipo,
    mainSection: row.main_section,
    subcategoria: row.subcategoria,
    genres: row.genres,
    requiresPlan: row.requires_plan,
    seasonCount: row.season_count,
    chapterCount: row.chapter_count,
  };
}

/** @param versions - the versions of the video and of its chapters, in the order in which they are tried */
export function toAdminDetail(
  row: AdminVideoRow,
  seasons: SeasonRows,
  versions: readonly VersionRow[],
): AdminVideoDetail {
  const state = {
    ...toAdminVideo(row),
    languages: row.languages ?? [],
    quality: row.quality,
    edition: row.edition,
    country: row.country,
    versions: versionsOf(versions, null),
    seasons: seasons.map((season) => ({
      _id: season.id,
      seasonNumber: season.season_number,
      title: season.title,
      chapters: season.chapters.map((chapter) => ({
        _id: chapter.id,
        chapterNumber: chapter.chapter_number,
        title: chapter.title,
        url: chapter.address ?? '',
        thumbnail: chapter.thumbnail,
        duration: chapter.duration,
        description: chapter.description,
        languages: chapter.languages ?? [],
        quality: chapter.quality,
        versions: versionsOf(versions, chapter.id),
      })),
    })),
  };
  return { ...state, revision: revisionOf(state) };
}

const versionsOf = (versions: readonly VersionRow[], chapterId: string | null) =>
  versions
    .filter((version) => version.chapter_id === chapterId)
    .map(({ id, address, languages, quality, edition }) => ({
      _id: id,
      url: address,
      languages: languages ?? [],
      quality,
      edition,
    }));
