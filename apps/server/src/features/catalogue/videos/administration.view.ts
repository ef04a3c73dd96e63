import type { AdminVideo, AdminVideoDetail } from '@butaca/contract';
import type { Database } from '@butaca/db';
import type { Selectable } from 'kysely';
import type { VersionRow } from '../../../shared/video/versions.ts';
import { createTurns } from '../../../platform/async/turns.ts';
import { createRevision } from '../../../platform/revision.ts';
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

/**
 * Converts a stored video with its seasons and versions for its editor. A series may have thousands of chapters, so other work
 * of the process goes on meanwhile.
 *
 * @param versions - the versions of the video and of its chapters, in the order in which they are tried
 */
export async function toAdminDetail(
  row: AdminVideoRow,
  seasons: SeasonRows,
  versions: readonly VersionRow[],
): Promise<AdminVideoDetail> {
  const versionsOf = groupVersions(versions);
  const facts = {
    ...toAdminVideo(row),
    languages: row.languages ?? [],
    quality: row.quality,
    edition: row.edition,
    country: row.country,
    versions: versionsOf(null),
  };
  const revision = createRevision();
  revision.add(facts);
  const giveWay = createTurns(chaptersAtOnce);
  const shown: AdminVideoDetail['seasons'] = [];
  for (const season of seasons) {
    const head = { _id: season.id, seasonNumber: season.season_number, title: season.title };
    revision.add(head);
    const chapters: AdminVideoDetail['seasons'][number]['chapters'] = [];
    for (const row of season.chapters) {
      const chapter = toAdminChapter(row, versionsOf(row.id));
      revision.add(chapter);
      chapters.push(chapter);
      await giveWay();
    }
    shown.push({ ...head, chapters });
  }
  return { ...facts, seasons: shown, revision: revision.end() };
}

/** How many chapters are converted before other work of the process goes on. */
const chaptersAtOnce = 200;

const toAdminChapter = (
  row: SeasonRows[number]['chapters'][number],
  versions: AdminVideoDetail['versions'],
) => ({
  _id: row.id,
  chapterNumber: row.chapter_number,
  title: row.title,
  url: row.address ?? '',
  thumbnail: row.thumbnail,
  duration: row.duration,
  description: row.description,
  languages: row.languages ?? [],
  quality: row.quality,
  versions,
});

/** Creates the function that returns the versions of a chapter by its id, or with `null` those of the video itself. */
function groupVersions(rows: readonly VersionRow[]) {
  const groups = new Map<string | null, AdminVideoDetail['versions']>();
  for (const { id, chapter_id: chapterId, address, languages, quality, edition } of rows) {
    const group = groups.get(chapterId) ?? [];
    group.push({ _id: id, url: address, languages: languages ?? [], quality, edition });
    groups.set(chapterId, group);
  }
  return (chapterId: string | null): AdminVideoDetail['versions'] => groups.get(chapterId) ?? [];
}
