import { rowLength } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely';
import { isChoosable, isShown } from '../../../shared/adults.ts';
import type { Position, VideoPosition } from './apply-save.ts';

/** A playback position, with the ids of the account and of the video or chapter that it belongs to. */
export type Owned<P, K extends string> = P & { accountId: string } & Record<K, string>;

export interface PositionKey {
  accountId: string;
  videoId: string;
}

/** The columns of a playback position in a video, with the position in its current chapter. */
const positionColumns = [
  'progress.video_id',
  'progress.last_time_seconds',
  'progress.duration_seconds',
  'progress.progress',
  'progress.is_completed',
  // The season and number that the chapter has now; an administrator may have changed them since the playback position
  // was saved.
  sql<number | null>`coalesce(season.season_number, progress.last_season)`.as('last_season'),
  sql<number | null>`coalesce(chapter.chapter_number, progress.last_chapter)`.as('last_chapter'),
  'progress.last_watched_at',
  'progress.device_id',
  'progress.chapter_id',
  'chapter_progress.last_time_seconds as chapter_last_time_seconds',
  'chapter_progress.duration_seconds as chapter_duration_seconds',
  'chapter_progress.progress as chapter_progress',
  'chapter_progress.is_completed as chapter_is_completed',
] as const;

export function createProgressRepository(db: Kysely<Database>) {
  const positions = () =>
    db
      .selectFrom('progress')
      .leftJoin('chapter_progress', (join) =>
        join
          .onRef('chapter_progress.account_id', '=', 'progress.account_id')
          .onRef('chapter_progress.chapter_id', '=', 'progress.chapter_id'),
      )
      .leftJoin('chapter', 'chapter.id', 'progress.chapter_id')
      .leftJoin('season', 'season.id', 'chapter.season_id')
      .select(positionColumns);

  const watched = (accountId: string) =>
    positions()
      .innerJoin('video', 'video.id', 'progress.video_id')
      .where('progress.account_id', '=', accountId)
      .where(isShown('video'))
      // The index of a person's positions has their days, so that a save within a day changes no index.
      .orderBy('progress.last_watched_on', 'desc')
      .orderBy('progress.last_watched_at', 'desc')
      .orderBy('progress.video_id', 'desc');

  return {
    listContinuing: (accountId: string) =>
      watched(accountId)
        .where('progress.is_completed', '=', false)
        .where('progress.is_hidden', '=', false)
        .limit(rowLength)
        .execute(),

    listAll: (accountId: string) => watched(accountId).limit(3_000).execute(),

    /**
     * Lists the videos that most people have watched since a time, by how many did, without those for adults; at most
     * `limit` ids.
     */
    async listMostWatched(since: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('progress')
        .innerJoin('video', 'video.id', 'progress.video_id')
        .select('progress.video_id')
        .where('progress.last_watched_at', '>', since)
        .where(isShown('video'))
        .where(isChoosable('video'))
        .groupBy('progress.video_id')
        .orderBy((order) => order.fn.countAll(), 'desc')
        .orderBy((order) => order.fn.max('progress.last_watched_at'), 'desc')
        .orderBy('progress.video_id')
        .limit(limit)
        .execute();
      return rows.map(({ video_id }) => video_id);
    },

    /** Lists the playback positions with the given keys, in any order; keys without a position are left out. */
    listByKeys: (keys: readonly PositionKey[]) =>
      positions()
        .select('progress.account_id')
        .where(
          sql<SqlBool>`(progress.account_id, progress.video_id) in (
            select * from unnest(${keys.map(({ accountId }) => accountId)}::text[],
              ${keys.map(({ videoId }) => videoId)}::text[]))`,
        )
        .execute(),

    listChapters: (accountId: string, videoId: string) =>
      db
        .selectFrom('chapter_progress')
        .innerJoin('chapter', 'chapter.id', 'chapter_progress.chapter_id')
        .select([
          'chapter_progress.chapter_id',
          'chapter_progress.last_time_seconds',
          'chapter_progress.progress',
          'chapter_progress.is_completed',
        ])
        .where('chapter_progress.account_id', '=', accountId)
        .where('chapter.video_id', '=', videoId)
        .execute(),

    async hide(accountId: string, videoId: string): Promise<void> {
      await db
        .updateTable('progress')
        .set({ is_hidden: true })
        .where('account_id', '=', accountId)
        .where('video_id', '=', videoId)
        .execute();
    },

    /**
     * Runs `work`, which reads and writes playback positions, in one transaction.
     *
     * @throws the database's error `55P03` when another transaction holds a lock on a needed row for longer than
     * `lockTimeoutMs`
     */
    inTransaction: <T>(lockTimeoutMs: number, work: (batch: PositionBatch) => Promise<T>): Promise<T> =>
      db.transaction().execute(async (transaction) => {
        await sql`select set_config('lock_timeout', ${`${lockTimeoutMs}ms`}, true)`.execute(transaction);
        return work(createPositionBatch(transaction));
      }),
  };
}

export type ProgressRepository = ReturnType<typeof createProgressRepository>;
export type FoundPosition = Awaited<ReturnType<ProgressRepository['listByKeys']>>[number];
export type WatchedRow = Awaited<ReturnType<ProgressRepository['listAll']>>[number];

/**
 * Reads and writes the playback positions of many people at once. Rows are locked in the order of their keys, so that
 * two transactions cannot deadlock.
 */
export interface PositionBatch {
  videos(keys: readonly PositionKey[]): Promise<Owned<VideoPosition, 'videoId'>[]>;
  chapters(
    keys: readonly { accountId: string; chapterId: string }[],
  ): Promise<Owned<Position, 'chapterId'>[]>;
  /**
   * Writes positions in videos. A position that another process has stored meanwhile stays when it is newer, unless its
   * time lies after `now`, which means that a clock has been set back.
   *
   * @returns the keys of the positions that were written
   */
  writeVideos(positions: readonly Owned<VideoPosition, 'videoId'>[], now: Date): Promise<PositionKey[]>;
  /** Writes positions in chapters, by the same rule as `writeVideos`. */
  writeChapters(
    positions: readonly Owned<Position, 'chapterId'>[],
    now: Date,
  ): Promise<{ accountId: string; chapterId: string }[]>;
}

function createPositionBatch(transaction: Transaction<Database>): PositionBatch {
  return {
    async videos(keys) {
      const { rows } = await sql<VideoPositionRow>`
        select account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed, last_watched_at,
          chapter_id, last_season, last_chapter, is_hidden, device_id
        from progress
        where (account_id, video_id) in (
          select * from unnest(${keys.map(({ accountId }) => accountId)}::text[],
            ${keys.map(({ videoId }) => videoId)}::text[]))
        order by account_id, video_id for update`.execute(transaction);
      return rows.map((row) => ({
        ...toPosition(row),
        accountId: row.account_id,
        videoId: row.video_id,
        chapterId: row.chapter_id,
        lastSeason: row.last_season,
        lastChapter: row.last_chapter,
        isHidden: row.is_hidden,
        deviceId: row.device_id,
      }));
    },

    async chapters(keys) {
      if (keys.length === 0) return [];
      const { rows } = await sql<PositionRow & { chapter_id: string }>`
        select account_id, chapter_id, last_time_seconds, duration_seconds, progress, is_completed, last_watched_at
        from chapter_progress
        where (account_id, chapter_id) in (
          select * from unnest(${keys.map(({ accountId }) => accountId)}::text[],
            ${keys.map(({ chapterId }) => chapterId)}::text[]))
        order by account_id, chapter_id for update`.execute(transaction);
      return rows.map((row) => ({
        ...toPosition(row),
        accountId: row.account_id,
        chapterId: row.chapter_id,
      }));
    },

    async writeVideos(positions, now) {
      if (positions.length === 0) return [];
      const { rows } = await sql<PositionKey>`
        insert into progress as known (account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed,
          last_watched_at, chapter_id, last_season, last_chapter, is_hidden, device_id)
        select * from jsonb_to_recordset(${JSON.stringify(positions.map(toVideoRecord))}::jsonb) as saved (
          account_id text, video_id text, last_time_seconds double precision, duration_seconds double precision,
          progress double precision, is_completed boolean, last_watched_at timestamptz, chapter_id text,
          last_season integer, last_chapter integer, is_hidden boolean, device_id text)
        order by account_id, video_id
        on conflict (account_id, video_id) do update set
          last_time_seconds = excluded.last_time_seconds, duration_seconds = excluded.duration_seconds,
          progress = excluded.progress, is_completed = excluded.is_completed,
          last_watched_at = excluded.last_watched_at, chapter_id = excluded.chapter_id,
          last_season = excluded.last_season, last_chapter = excluded.last_chapter,
          is_hidden = excluded.is_hidden, device_id = excluded.device_id
        where known.last_watched_at <= excluded.last_watched_at or known.last_watched_at > ${now}
        returning account_id as "accountId", video_id as "videoId"`.execute(transaction);
      return rows;
    },

    async writeChapters(positions, now) {
      if (positions.length === 0) return [];
      const { rows } = await sql<{ accountId: string; chapterId: string }>`
        insert into chapter_progress as known (account_id, chapter_id, last_time_seconds, duration_seconds, progress,
          is_completed, last_watched_at)
        select * from jsonb_to_recordset(${JSON.stringify(positions.map(toChapterRecord))}::jsonb) as saved (
          account_id text, chapter_id text, last_time_seconds double precision, duration_seconds double precision,
          progress double precision, is_completed boolean, last_watched_at timestamptz)
        order by account_id, chapter_id
        on conflict (account_id, chapter_id) do update set
          last_time_seconds = excluded.last_time_seconds, duration_seconds = excluded.duration_seconds,
          progress = excluded.progress, is_completed = excluded.is_completed,
          last_watched_at = excluded.last_watched_at
        where known.last_watched_at <= excluded.last_watched_at or known.last_watched_at > ${now}
        returning account_id as "accountId", chapter_id as "chapterId"`.execute(transaction);
      return rows;
    },
  };
}

interface PositionRow {
  account_id: string;
  last_time_seconds: number;
  duration_seconds: number | null;
  progress: number;
  is_completed: boolean;
  last_watched_at: Date;
}

interface VideoPositionRow extends PositionRow {
  video_id: string;
  chapter_id: string | null;
  last_season: number | null;
  last_chapter: number | null;
  is_hidden: boolean;
  device_id: string | null;
}

const toPosition = (row: PositionRow): Position => ({
  lastTimeSeconds: row.last_time_seconds,
  durationSeconds: row.duration_seconds,
  progress: row.progress,
  isCompleted: row.is_completed,
  watchedAtMs: row.last_watched_at.getTime(),
});

const toRecord = (position: Position & { accountId: string }) => ({
  account_id: position.accountId,
  last_time_seconds: position.lastTimeSeconds,
  duration_seconds: position.durationSeconds,
  progress: position.progress,
  is_completed: position.isCompleted,
  last_watched_at: new Date(position.watchedAtMs).toISOString(),
});

const toChapterRecord = (position: Owned<Position, 'chapterId'>) => ({
  ...toRecord(position),
  chapter_id: position.chapterId,
});

const toVideoRecord = (position: Owned<VideoPosition, 'videoId'>) => ({
  ...toRecord(position),
  video_id: position.videoId,
  chapter_id: position.chapterId,
  last_season: position.lastSeason,
  last_chapter: position.lastChapter,
  is_hidden: position.isHidden,
  device_id: position.deviceId,
});
