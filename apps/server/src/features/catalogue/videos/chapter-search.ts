import type { FoundChapter, Viewer } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { isShown } from '../../../shared/adults.ts';
import { holdsWord } from '../../../shared/search/match-terms.ts';
import { isSeasonShown } from '../../../shared/video/write-sets.ts';
import { searchWords } from './video-filter.ts';
import type { VideosRepository } from './videos.repository.ts';
import { toVideoCard, type ImagePath } from './videos.view.ts';

/** How many chapters that contain the words are read and ordered; with common words, some chapters are left out. */
const orderedChapters = 500;

/**
 * Finds chapters of active videos by the words of their titles, those with the shortest titles first. Titles that only
 * number a chapter («Capítulo 3») are not searched, and one word must have three letters or digits in a row, which the index needs.
 */
export function createChapterSearch(
  db: Kysely<Database>,
  repository: VideosRepository,
  imagePath: ImagePath,
) {
  return async (text: string, limit: number, viewer: Viewer): Promise<FoundChapter[]> => {
    const words = searchWords(text);
    if (!words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))) return [];
    const title = sql`searched_chapter_title(chapter.title)`;
    const { rows } = await sql<{
      id: string;
      title: string;
      chapter_number: number;
      season_number: number;
      season_index: number;
      chapter_index: number;
      video_id: string;
    }>`
      with found as materialized (
        select chapter.id, chapter.title, chapter.chapter_number, chapter.position, chapter.season_id, chapter.video_id
        from chapter
        where chapter.missing_since is null and ${sql.join(
          words.map((word) => holdsWord(title, word)),
          sql` and `,
        )}
        limit ${orderedChapters}
      )
      select found.id, found.title, found.chapter_number, season.season_number, found.video_id,
        (select count(*)::int from season as earlier
          where earlier.video_id = season.video_id and earlier.season_number < season.season_number
            and ${isSeasonShown('earlier')}) as season_index,
        (select count(*)::int from chapter as earlier
          where earlier.season_id = season.id and earlier.position < found.position
            and earlier.missing_since is null) as chapter_index
      from found
      join season on season.id = found.season_id
      join video on video.id = found.video_id
      where ${isShown('video')}
      order by length(found.title), found.title, video.title_sort, season.season_number, found.chapter_number, found.id
      limit ${limit}`.execute(db);
    const videos = await repository.listByIds([...new Set(rows.map(({ video_id }) => video_id))]);
    const cards = new Map(videos.map((row) => [row.id, toVideoCard(row, viewer, imagePath)]));
    return rows.flatMap((row) => {
      const video = cards.get(row.video_id);
      return video === undefined
        ? []
        : {
            _id: row.id,
            title: row.title,
            seasonNumber: row.season_number,
            chapterNumber: row.chapter_number,
            seasonIndex: row.season_index,
            chapterIndex: row.chapter_index,
            video,
          };
    });
  };
}
