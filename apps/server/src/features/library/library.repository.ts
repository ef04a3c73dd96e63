import { rowLength, type WatchProgress } from '@butaca/contract';
import type { Database, ProgressRow } from '@butaca/db';
import type { Kysely } from 'kysely';

/** All SQL on what a person has watched and keeps. */
export function createLibraryRepository(db: Kysely<Database>) {
  const watched = (accountId: string) =>
    db
      .selectFrom('progress')
      .innerJoin('video', 'video.id', 'progress.video_id')
      .selectAll('progress')
      .where('progress.account_id', '=', accountId)
      .where('video.active', '=', true)
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

    find: (accountId: string, videoId: string) =>
      db
        .selectFrom('progress')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('video_id', '=', videoId)
        .executeTakeFirst(),

    async hide(accountId: string, videoId: string): Promise<void> {
      await db
        .updateTable('progress')
        .set({ is_hidden: true })
        .where('account_id', '=', accountId)
        .where('video_id', '=', videoId)
        .execute();
    },

    listFavourites: (accountId: string) =>
      db
        .selectFrom('favourite')
        .select(['item_type', 'item_id'])
        .where('account_id', '=', accountId)
        .orderBy('added_at', 'desc')
        .orderBy('item_id', 'desc')
        .limit(3_000)
        .execute(),

    async addFavourite(accountId: string, itemType: string, itemId: string): Promise<void> {
      await db
        .insertInto('favourite')
        .values({ account_id: accountId, item_type: itemType, item_id: itemId })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },

    async removeFavourite(accountId: string, itemType: string, itemId: string): Promise<void> {
      await db
        .deleteFrom('favourite')
        .where('account_id', '=', accountId)
        .where('item_type', '=', itemType)
        .where('item_id', '=', itemId)
        .execute();
    },
  };
}

export function toWatchProgress(row: ProgressRow): WatchProgress {
  return {
    lastTime: row.last_time_seconds,
    duration: row.duration_seconds,
    progress: row.progress,
    completed: row.is_completed,
    lastWatched: row.last_watched_at.toISOString(),
    lastSeason: row.last_season,
    lastChapter: row.last_chapter,
  };
}
