import type { Database } from '@butaca/db';
import { sql, type Kysely, type Selectable } from 'kysely';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import { cardColumns } from './card-columns.ts';
import { createVideoLists } from './video-lists.repository.ts';
import { createVideoSearches } from './video-search.repository.ts';

/** All SQL that reads videos for viewers. */
export const createVideosRepository = (db: Kysely<Database>) => ({
  ...createVideoLists(db),
  ...createVideoSearches(db),
  ...createVideoReads(db),
});

/** SQL that selects active videos with the columns that cards (the entries of lists) show. */
const selectCards = (db: Kysely<Database>) =>
  db.selectFrom('video').select(cardColumns).where(isShown('video'));

/** Creates the queries for single videos with their seasons, images and stream addresses. */
function createVideoReads(db: Kysely<Database>) {
  return {
    /** @param only - `isChosen`: only videos that the server may choose by itself */
    listByIds: (ids: readonly string[], only = { isChosen: false }) =>
      ids.length === 0
        ? Promise.resolve([])
        : selectCards(db)
            .where('video.id', '=', sql<string>`any(${[...ids]}::text[])`)
            .$if(only.isChosen, (query) => query.where(isChoosable('video')))
            .execute(),

    /** Finds the director, cast and duration that an Xtream account states for a video. */
    async findFacts(id: string) {
      const row = await db
        .selectFrom('video')
        .select(['director', 'cast_names', 'duration_seconds'])
        .where('id', '=', id)
        .executeTakeFirst();
      return {
        director: row?.director ?? null,
        cast: row?.cast_names ?? [],
        durationSeconds: row?.duration_seconds ?? null,
      };
    },

    /** Finds a video with its stream address; `active` says whether viewers see it. */
    find: (id: string) =>
      db
        .selectFrom('video')
        .select(cardColumns)
        .select(isShown('video').as('active'))
        .select(['video.address', 'video.stream_kind', 'video.user_agent', 'video.referrer'])
        .select(['video.cookie', 'video.origin'])
        .where('video.id', '=', id)
        .executeTakeFirst(),

    /** Returns the stored address of a poster, backdrop or chapter still, for active videos only. */
    async findImage(kind: 'video' | 'backdrop' | 'chapter', id: string): Promise<string | undefined> {
      if (kind === 'chapter') {
        const chapter = await db
          .selectFrom('chapter')
          .innerJoin('video', 'video.id', 'chapter.video_id')
          .select('chapter.thumbnail')
          .where('chapter.id', '=', id)
          .where(isShown('video'))
          .executeTakeFirst();
        return chapter?.thumbnail ?? undefined;
      }
      const video = await selectCards(db).where('video.id', '=', id).executeTakeFirst();
      const stored =
        kind === 'backdrop'
          ? video?.backdrop
          : (video?.custom_thumbnail ?? video?.tmdb_thumbnail ?? video?.thumbnail);
      return stored ?? undefined;
    },

    listChapterKeys: (videoId: string) =>
      db
        .selectFrom('chapter')
        .innerJoin('season', 'season.id', 'chapter.season_id')
        .select([
          'chapter.id',
          'season.season_number as seasonNumber',
          'chapter.chapter_number as chapterNumber',
        ])
        .where('chapter.video_id', '=', videoId)
        .where('chapter.missing_since', 'is', null)
        .orderBy('season.season_number')
        .orderBy('chapter.position')
        .execute(),

    /** Finds the stream address of a film, or of a chapter by its own id. */
    async findAddress(videoId: string, chapterId: string | undefined): Promise<string | undefined> {
      const row =
        chapterId === undefined
          ? await db.selectFrom('video').select('address').where('id', '=', videoId).executeTakeFirst()
          : await db
              .selectFrom('chapter')
              .select('address')
              .where('id', '=', chapterId)
              .where('video_id', '=', videoId)
              .executeTakeFirst();
      return row?.address ?? undefined;
    },

    /** Lists the stream addresses of films and chapters whose ids come after `after`, by id, for ffprobe to inspect. */
    async listAddresses(after: string, limit: number) {
      const columns = ['id', 'address', 'stream_kind', 'user_agent', 'referrer', 'cookie', 'origin'] as const;
      return db
        .selectFrom('video')
        .select(columns)
        .where('address', 'is not', null)
        .where('id', '>', after)
        .unionAll(
          db.selectFrom('chapter').select(columns).where('address', 'is not', null).where('id', '>', after),
        )
        .orderBy('id')
        .limit(limit)
        .execute();
    },

    /** Returns the seasons of a video with the chapters that viewers see; `isSeasonShown` says the same in SQL. */
    async listSeasons(videoId: string) {
      const seasons = await listSeasons(db, videoId);
      return seasons.flatMap((season) => {
        const chapters = season.chapters.filter((chapter) => chapter.missing_since === null);
        return chapters.length === 0 && season.chapters.length > 0 ? [] : [{ ...season, chapters }];
      });
    },
  };
}

/**
 * Returns the seasons of a video with their chapters; both are in the order of the series. @param db - the connection
 * pool, or a transaction
 */
export async function listSeasons(db: Kysely<Database>, videoId: string) {
  const listed = await db
    .selectFrom('season')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('season_number')
    .execute();
  const seasons = listed.map((season): typeof season & { chapters: ChapterRow[] } => ({
    ...season,
    chapters: [],
  }));
  const byId = new Map(seasons.map((season) => [season.id, season]));
  const chapters = await db
    .selectFrom('chapter')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('position')
    .execute();
  for (const chapter of chapters) byId.get(chapter.season_id)?.chapters.push(chapter);
  return seasons;
}

type ChapterRow = Selectable<Database['chapter']>;

export type VideosRepository = ReturnType<typeof createVideosRepository>;
export type VideoCardRow = Awaited<ReturnType<VideosRepository['listRecent']>>[number];
export type VideoDetailRow = NonNullable<Awaited<ReturnType<VideosRepository['find']>>>;
export type SeasonRows = Awaited<ReturnType<typeof listSeasons>>;
