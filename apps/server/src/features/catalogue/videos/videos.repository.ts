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

/** How many titles of each kind (gone on with, featured, new) people are likely to open next. */
const likelyMost = 40;

/** The columns of a film or chapter by which its file is requested. */
const fileColumns = [
  'id',
  'address',
  'stream_kind',
  'user_agent',
  'referrer',
  'cookie',
  'origin',
  'provider_id',
] as const;
type FileRow = Pick<Selectable<Database['video']>, (typeof fileColumns)[number]>;
const fileColumnsOf = (table: 'video' | 'chapter') =>
  sql.join(fileColumns.map((column) => sql.ref(`${table}.${column}`)));

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
      const columns = [
        ...fileColumns,
        sql<boolean | null>`provider_id in (select id from provider where reads_ahead)`.as('reads_ahead'),
      ] as const;
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

    /**
     * Lists the stream addresses that people are likely to open next: films and chapters that somebody goes on with, each
     * with the chapter after it, then featured titles, then the newest ones, of series the first chapter.
     */
    async listLikelyAddresses() {
      const { rows } = await sql<FileRow>`
        with wanted as (
          (select video_id, chapter_id, 1 as place, last_watched_at as at from progress
            where not is_hidden and (chapter_id is not null or not is_completed)
              and last_watched_at > now() - interval '30 days'
            order by last_watched_at desc limit ${likelyMost})
          union all
          (select id, null, 2, created_at from video where is_featured and ${isShown('video')}
            order by created_at desc limit ${likelyMost})
          union all
          (select id, null, 3, created_at from video where ${isShown('video')}
            order by created_at desc limit ${likelyMost})
        ), listed as (
          select ${fileColumnsOf('video')}, place, at, 0 as next
          from wanted join video on video.id = wanted.video_id where video.address is not null
          union all
          select ${fileColumnsOf('chapter')}, wanted.place, wanted.at, chapter.next
          from wanted cross join lateral (
            select chapter.*, row_number() over (order by season.season_number, chapter.position) as next
            from chapter join season on season.id = chapter.season_id
              left join (chapter as current join season as present on present.id = current.season_id)
                on current.id = wanted.chapter_id
            where chapter.video_id = wanted.video_id and chapter.missing_since is null
              and (current.id is null
                or (season.season_number, chapter.position) >= (present.season_number, current.position))
            order by season.season_number, chapter.position
            limit case when wanted.chapter_id is null then 1 else 2 end
          ) as chapter
          where chapter.address is not null
        )
        select * from (select distinct on (id) * from listed order by id, place, at desc) as files
        order by place, at desc, next`.execute(db);
      return rows;
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
