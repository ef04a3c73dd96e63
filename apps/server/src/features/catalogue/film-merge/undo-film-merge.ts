/*
 * Undoes the last merge of films into series in one transaction. The films are restored from their copies, under their
 * old ids, with the current addresses of their chapters, and with their genres, collections and favourites. A person's
 * playback position in a film becomes the newer of two: the position copied before the merge, and their position in the
 * film's chapter. Then the series and seasons that the merge created are deleted, unless somebody has added other
 * chapters to them since.
 */
import { builtInProviders, bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import {
  countParts,
  removeChapters,
  removeSeasons,
  removeVideos,
  restoreVideoGenres,
  restoreVideos,
  unmarkAdults,
} from '../../../shared/video/write-sets.ts';
import { holdCatalogue } from '../../../shared/video/hold-catalogue.ts';
import { findLastRun } from './film-merge.repository.ts';

/** @throws AppError `migration.running`, `migration.nothing_to_undo` */
export async function undoFilmMerge(
  db: Kysely<Database>,
  actor: Actor,
): Promise<{ moviesRestored: number; seriesDeleted: number }> {
  return db.transaction().execute(async (trx) => {
    await holdCatalogue(trx);
    const run = await findLastRun(trx);
    if (run === undefined) throw new AppError('migration.nothing_to_undo');
    const moviesRestored = await restoreKept(trx, run.id);
    const seriesDeleted = await removeMade(trx, run.id);
    const counts = { moviesRestored, seriesDeleted };
    await bumpCatalogueVersion(trx);
    await recordAct(trx, actor, {
      action: 'migration.undo',
      subjectId: run.id,
      subjectName: `${counts.moviesRestored} ${counts.moviesRestored === 1 ? 'película' : 'películas'}`,
      after: counts,
    });
    return counts;
  });
}

/**
 * Gives back what was kept under a run of a film merge or of a new reading: titles that were deleted, with what belongs to people,
 * and removes the chapters that were made of films.
 *
 * @returns how many titles are there again
 */
export async function restoreKept(trx: Transaction<Database>, runId: string): Promise<number> {
  const restored = await restoreVideos(sql`
    migration_kept
    left join migration_chapter as made
      on made.run_id = migration_kept.run_id and made.film_id = migration_kept.content ->> 'id'
    left join chapter on chapter.id = made.chapter_id and chapter.address is not null,
    lateral jsonb_populate_record(null::video, ${laterColumns} || content || ${addressOfChapter} || ${providerOfFilm}) as kept
    where migration_kept.run_id = ${runId} and kind = 'video'`).execute(trx);
  for (const statement of statementsOf(runId)) await statement.execute(trx);
  return Number(restored.numAffectedRows ?? 0);
}

/** Removes the series of a run that are empty again, and what was kept under it. @returns how many series are removed */
export async function removeMade(trx: Transaction<Database>, runId: string): Promise<number> {
  const deleted = await removeVideos({
    using: sql`migration_kept`,
    where: sql`run_id = ${runId} and kind = 'made_series' and video.id = content ->> 'id'
      and not exists (select from chapter where chapter.video_id = video.id)`,
  }).execute(trx);
  for (const statement of cleanUp(runId)) await statement.execute(trx);
  return Number(deleted.numAffectedRows ?? 0);
}

/** The required columns of a video that were added after a merge may have copied films without them. */
const laterColumns = sql`'{"is_adult": false, "is_adult_edited": false}'::jsonb`;

/** SQL for the stream address columns of a chapter, which may be newer than those of the film that it was made from. */
const addressOfChapter = sql`
  case when chapter.id is null then '{}' else jsonb_build_object(
    'address', chapter.address, 'address_hash', chapter.address_hash, 'provider_key', chapter.provider_key,
    'user_agent', chapter.user_agent, 'referrer', chapter.referrer, 'cookie', chapter.cookie,
    'origin', chapter.origin, 'stream_kind', chapter.stream_kind, 'languages', chapter.languages,
    'quality', chapter.quality, 'edited_tags', chapter.edited_tags) end`;

/** SQL for the provider of a film that is restored: the one that it had, unless that one has been removed since. */
const providerOfFilm = sql`
  jsonb_build_object('provider_id', coalesce(
    (select id from provider where id = coalesce(chapter.provider_id, content ->> 'provider_id')),
    ${builtInProviders.manual}::text))`;

/** SQL for the rows of one table as they were before a film merge (turning films into chapters) changed them. */
const kept = (table: string): RawBuilder<unknown> => sql`
  migration_kept, lateral jsonb_populate_record(null::${sql.table(table)}, content) as kept`;

/**
 * SQL condition for the rows that one film merge (turning films into chapters) copied before changing them, of one kind
 * (`video`, `progress` …).
 */
const ofKind = (runId: string, kind: string): RawBuilder<unknown> =>
  sql`run_id = ${runId} and kind = ${kind}`;

const statementsOf = (runId: string): RawBuilder<unknown>[] => [
  sql`
    update video_version set video_id = film_id, chapter_id = null from migration_chapter
    where run_id = ${runId} and video_version.chapter_id = migration_chapter.chapter_id
      and exists (select from video where video.id = film_id)`,
  restoreVideoGenres(sql`
    ${kept('video_genre')}
    where ${ofKind(runId, 'video_genre')} and exists (select from video where video.id = kept.video_id)`),
  sql`
    insert into collection_item select kept.* from ${kept('collection_item')}
    where ${ofKind(runId, 'collection_item')} and exists (select from video where video.id = kept.video_id)
      and exists (select from collection where collection.id = kept.collection_id) on conflict do nothing`,
  sql`
    insert into favourite select kept.* from ${kept('favourite')}
    where ${ofKind(runId, 'favourite')} and exists (select from video where video.id = kept.item_id)
      and exists (select from account where account.id = kept.account_id) on conflict do nothing`,
  sql`
    insert into progress select kept.* from ${kept('progress')}
    where ${ofKind(runId, 'progress')} and exists (select from video where video.id = kept.video_id)
      and exists (select from account where account.id = kept.account_id) on conflict do nothing`,
  sql`
    insert into progress as known (account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed,
      last_watched_at)
    select account_id, film_id, last_time_seconds, duration_seconds, progress, is_completed, last_watched_at
    from chapter_progress join migration_chapter on migration_chapter.chapter_id = chapter_progress.chapter_id
    where run_id = ${runId} and exists (select from video where video.id = film_id)
    on conflict (account_id, video_id) do update set
      last_time_seconds = excluded.last_time_seconds, duration_seconds = excluded.duration_seconds,
      progress = excluded.progress, is_completed = excluded.is_completed, last_watched_at = excluded.last_watched_at,
      is_hidden = false
    where known.last_watched_at < excluded.last_watched_at`,
  // A person whose current chapter of the series was made from a film gets, when the film merge is undone, back the
  // position from before the merge, if there was one.
  sql`
    delete from progress using migration_chapter
    where run_id = ${runId} and progress.chapter_id = migration_chapter.chapter_id`,
  sql`
    insert into progress select kept.* from ${kept('progress')}
    where ${ofKind(runId, 'series_progress')} and exists (select from video where video.id = kept.video_id)
      and exists (select from account where account.id = kept.account_id)
      and (kept.chapter_id is null or exists (select from chapter where chapter.id = kept.chapter_id))
    on conflict do nothing`,
  sql`
    delete from collection_item using migration_kept
    where run_id = ${runId} and kind = 'made_collection_item'
      and collection_item.collection_id = content ->> 'collection_id'
      and collection_item.video_id = content ->> 'video_id'`,
  sql`
    delete from favourite using migration_kept
    where run_id = ${runId} and kind = 'made_favourite' and item_type = 'video'
      and favourite.account_id = content ->> 'account_id' and favourite.item_id = content ->> 'item_id'`,
  removeChapters({
    using: sql`migration_chapter`,
    where: sql`run_id = ${runId} and chapter.id = migration_chapter.chapter_id`,
  }),
  unmarkAdults(sql`select content ->> 'id' from migration_kept where ${ofKind(runId, 'marked_series')}`),
  removeSeasons({
    using: sql`migration_kept`,
    where: sql`run_id = ${runId} and kind = 'made_season' and season.id = content ->> 'id'
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }),
];

const cleanUp = (runId: string): RawBuilder<unknown>[] => [
  // When the undo of a merge of films into series deletes a series, favourites of that series are deleted explicitly,
  // because they have no foreign key to videos.
  sql`
    delete from favourite using migration_kept
    where run_id = ${runId} and kind = 'made_series' and item_type = 'video' and item_id = content ->> 'id'
      and not exists (select from video where video.id = item_id)`,
  countParts(sql`select series_id from migration_chapter where run_id = ${runId}`, { isEdit: true }),
  sql`update migration_run set undone_at = now() where id = ${runId}`,
  sql`delete from migration_kept where run_id = ${runId}`,
  sql`delete from migration_chapter where run_id = ${runId}`,
];
