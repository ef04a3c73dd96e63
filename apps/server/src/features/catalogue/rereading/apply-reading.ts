/*
 * Writes what `planReading` has planned, and takes it back, each inside one transaction of set-based SQL. Before a row is
 * changed or deleted, its copy goes into `migration_kept` under the id of the run. Chapters keep their ids, so what people
 * have watched of them stays; favourites, collections and positions of a series that becomes part of another one go to that
 * one.
 *
 * The undo changes back only what is still as the run left it. Of two positions of a person the newer one counts.
 */
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { followTitles } from '../../../shared/video/follow-titles.ts';
import {
  countParts,
  insertSeasons,
  orderChapters,
  removeSeasons,
  removeVideos,
} from '../../../shared/video/write-sets.ts';
import {
  clearSeriesProviders,
  placeChapters,
  rereadFields,
  restoreFields,
  restorePlaces,
  restoreSeasons,
  rewriteVideos,
  type VideoField,
} from '../../../shared/video/reread-sets.ts';
import { foldChapters, foldFilms, keepFolds, restoreChapters, unfold } from './fold-versions.ts';
import { countChanges, planMovedFilms, type MovePlanner, type ReadingCounts } from './read-again.ts';

/** What a reading and its undo share with a film merge. */
export interface FilmMergeParts extends MovePlanner {
  /** Inserts again the titles that were kept under a run, with their genres, favourites and collections. */
  restoreKept(trx: Transaction<Database>, runId: string): Promise<number>;
  /** Removes what was kept under a run. */
  removeMade(trx: Transaction<Database>, runId: string): Promise<number>;
}

const keep = (runId: string, kind: string, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into migration_kept (run_id, kind, content) select ${runId}, ${kind}, to_jsonb(kept) from ${from}`;

const kept = (table: string): RawBuilder<unknown> =>
  sql`migration_kept, lateral jsonb_populate_record(null::${sql.table(table)}, content) as kept`;

const ofKind = (runId: string, kind: string): RawBuilder<unknown> =>
  sql`run_id = ${runId} and kind = ${kind}`;

/** Series that become part of another one, and films that become versions of another one. */
const dropped = sql`(
  select id, kept_id from series_change where kept_id <> id union all select id, kept_id from film_fold) as dropped`;
const isMoved = sql`(changed.video_id <> changed.old_video_id or changed.season <> changed.old_season
  or changed.chapter <> present.chapter_number)`;

/** Applies the plan of `planReading`, which ran in the same transaction. */
export async function applyReading(
  trx: Transaction<Database>,
  runId: string,
  actor: Actor,
  films: MovePlanner,
): Promise<ReadingCounts> {
  await planMovedFilms(trx, films);
  const counts = await countChanges(trx);
  // Only the newest run is undone, so that the copies of earlier ones are of no use.
  await sql`delete from migration_run where id in (select id from reading_run)`.execute(trx);
  await sql`
    insert into migration_run (id, username, backup_name, movies_deleted, series_created, series_updated)
    values (${runId}, ${actor.username}, '', 0, 0, 0)`.execute(trx);
  for (const statement of writing(runId)) await statement.execute(trx);
  // Which films become chapters is planned again after the statements above have joined series and moved chapters.
  const { moves, apply } = await planMovedFilms(trx, films);
  await apply(runId);
  counts.movedFilms = moves.length;
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'reading.apply',
    subjectId: runId,
    subjectName: 'los títulos importados',
    after: counts,
  });
  return counts;
}

/** Keeps the fields of videos before and after a change, and sets them. The title begins the text that is searched. */
const changeVideos = (
  runId: string,
  changed: RawBuilder<unknown>,
  fields: readonly VideoField[],
): RawBuilder<unknown>[] => {
  const object = (table: string) =>
    sql`jsonb_build_object(${sql.join(fields.map((name) => sql`${sql.lit(name)}, ${sql.ref(`${table}.${name}`)}`))})`;
  const isChanged = sql`${object('video')} <> ${object('changed')}`;
  return [
    sql`
      insert into migration_kept (run_id, kind, content)
      select ${runId}, 'reread_video', jsonb_build_object('id', video.id, 'before', ${object('video')}, 'after', ${object('changed')})
      from ${changed} as changed join video using (id) where ${isChanged}`,
    rewriteVideos(changed, fields, isChanged),
  ];
};

const progressColumns = sql`account_id, video_id, last_time_seconds, duration_seconds, progress, is_completed,
  last_season, last_chapter, last_watched_at, is_hidden, chapter_id, device_id`;

const newerPosition = sql`
  on conflict (account_id, video_id) do update set
    last_time_seconds = excluded.last_time_seconds, duration_seconds = excluded.duration_seconds,
    progress = excluded.progress, is_completed = excluded.is_completed, last_season = excluded.last_season,
    last_chapter = excluded.last_chapter, last_watched_at = excluded.last_watched_at,
    is_hidden = excluded.is_hidden, chapter_id = excluded.chapter_id, device_id = excluded.device_id
  where known.last_watched_at < excluded.last_watched_at`;

/** Makes positions, versions and reports name the present place of chapters. @param ids - selects the chapters */
const followChapters = (ids: RawBuilder<unknown>): RawBuilder<unknown>[] => [
  sql`
    update progress set last_season = season.season_number, last_chapter = chapter.chapter_number
    from chapter join season on season.id = chapter.season_id
    where progress.chapter_id = chapter.id and chapter.id in (${ids})
      and (last_season, last_chapter) is distinct from (season.season_number, chapter.chapter_number)`,
  sql`
    update video_version set video_id = chapter.video_id from chapter
    where video_version.chapter_id = chapter.id and chapter.id in (${ids})
      and video_version.video_id <> chapter.video_id`,
  sql`
    update import_entry set parent_id = chapter.video_id from chapter
    where target_kind = 'chapter' and target_id = chapter.id and chapter.id in (${ids})
      and parent_id <> chapter.video_id`,
];

const writing = (runId: string): RawBuilder<unknown>[] => [
  // A save of a position that goes on at the same time waits, and then finds the series that is kept.
  sql`
    select 1 from progress
    where video_id in (select id from series_change union select id from ${dropped} union select kept_id from ${dropped})
    order by account_id, video_id for update`,
  ...changeVideos(runId, sql`film_change`, rereadFields),
  ...changeVideos(
    runId,
    sql`(select * from series_change where kept_id = id)`,
    rereadFields.filter((name) => name !== 'languages' && name !== 'quality'),
  ),
  ...keepFolds(runId),
  keep(runId, 'video', sql`video as kept join ${dropped} using (id)`),
  keep(runId, 'video_genre', sql`video_genre as kept join ${dropped} on dropped.id = kept.video_id`),
  keep(runId, 'collection_item', sql`collection_item as kept join ${dropped} on dropped.id = kept.video_id`),
  keep(
    runId,
    'favourite',
    sql`favourite as kept join ${dropped} on kept.item_type = 'video' and dropped.id = kept.item_id`,
  ),
  keep(runId, 'reread_listing', sql`series_listing as kept join ${dropped} on dropped.id = kept.video_id`),
  keep(
    runId,
    'reread_progress',
    sql`progress as kept where video_id in (select id from ${dropped} union select kept_id from ${dropped})
      or chapter_id in (select id from chapter_fold)`,
  ),
  keep(
    runId,
    'reread_season',
    sql`season as kept
      where id in (select old_season_id from chapter_change union select old_season_id from chapter_fold)
      or video_id in (select id from ${dropped})`,
  ),
  sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_chapter', jsonb_build_object('before', to_jsonb(present), 'after', to_jsonb(changed),
      'is_moved', ${isMoved})
    from chapter_change as changed join chapter as present using (id)`,

  sql`
    with made as (
      ${insertSeasons(sql`select distinct video_id, season as season_number, '' as title from chapter_change`)}
      returning id)
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_made_season', to_jsonb(made) from made`,
  placeChapters(sql`chapter_change`),
  orderChapters(
    sql`season_id in (
      select moved.season_id from chapter as moved join migration_kept on content -> 'after' ->> 'id' = moved.id
      where ${ofKind(runId, 'reread_chapter')} and (content ->> 'is_moved')::boolean)`,
    'number',
  ),
  ...foldChapters,
  ...foldFilms,
  sql`update series_listing set video_id = kept_id from ${dropped} where video_id = dropped.id`,

  sql`
    insert into progress as known (${progressColumns})
    select distinct on (account_id, kept_id) account_id, kept_id, last_time_seconds, duration_seconds, progress,
      is_completed, last_season, last_chapter, last_watched_at, is_hidden, chapter_id, device_id
    from progress join ${dropped} on dropped.id = progress.video_id
    order by account_id, kept_id, last_watched_at desc
    ${newerPosition}`,
  ...followChapters(sql`select id from chapter_change union select kept_id from chapter_fold`),
  ...followTitles(runId, { pairs: dropped, gone: sql`dropped.id`, kept: sql`dropped.kept_id` }),
  removeVideos({ using: dropped, where: sql`video.id = dropped.id` }),
  removeSeasons({
    where: sql`season.title = ''
      and season.id in (select old_season_id from chapter_change union select old_season_id from chapter_fold)
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }),
  countParts(sql`
    select kept_id from ${dropped} union select video_id from chapter_change
    union select video_id from chapter_fold union select old_video_id from chapter_fold`),
];

/** Takes the newest applied reading back. */
export async function undoReading(
  trx: Transaction<Database>,
  runId: string,
  actor: Actor,
  { restoreKept, removeMade }: FilmMergeParts,
): Promise<void> {
  await restoreKept(trx, runId);
  for (const statement of restoring(runId)) await statement.execute(trx);
  await removeMade(trx, runId);
  await sql`delete from migration_run where id = ${runId}`.execute(trx);
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'reading.undo',
    subjectId: runId,
    subjectName: 'los títulos importados',
  });
}

const restoring = (runId: string): RawBuilder<unknown>[] => [
  // What was merged were series, which have no provider.
  clearSeriesProviders(sql`select content ->> 'id' from migration_kept where ${ofKind(runId, 'video')}`),
  restoreFields(sql`select content from migration_kept where ${ofKind(runId, 'reread_video')}`),
  restoreSeasons(sql`
    ${kept('season')}
    where ${ofKind(runId, 'reread_season')} and exists (select from video where video.id = kept.video_id)
      and not exists (select from season where season.id = kept.id)`),
  restorePlaces(sql`select content from migration_kept where ${ofKind(runId, 'reread_chapter')}`),
  restoreChapters(runId),
  // Chapters that a list has brought since, and those that never moved, follow in their present order.
  orderChapters(
    sql`season_id in (
      select content -> 'before' ->> 'season_id' from migration_kept
      where ${ofKind(runId, 'reread_chapter')} and (content ->> 'is_moved')::boolean
      union select content -> 'row' ->> 'season_id' from migration_kept where ${ofKind(runId, 'reread_chapter_fold')})`,
    'number',
  ),
  // The seasons that chapters have left again.
  orderChapters(
    sql`season_id in (
      select season.id from migration_kept
      join season on season.video_id = content -> 'after' ->> 'video_id'
        and season.season_number = (content -> 'after' ->> 'season')::integer
      where ${ofKind(runId, 'reread_chapter')} and (content ->> 'is_moved')::boolean)`,
    'position',
  ),
  ...unfold(runId),
  sql`
    update series_listing as listing set video_id = kept.video_id from ${kept('series_listing')}
    where ${ofKind(runId, 'reread_listing')} and listing.provider_id = kept.provider_id
      and listing.series_id = kept.series_id and exists (select from video where video.id = kept.video_id)`,
  sql`
    insert into progress as known (${progressColumns})
    select distinct on (account_id, chapter.video_id) account_id, chapter.video_id, last_time_seconds,
      duration_seconds, progress, is_completed, last_season, last_chapter, last_watched_at, is_hidden, chapter_id, device_id
    from progress join chapter on chapter.id = progress.chapter_id
    where chapter.video_id <> progress.video_id order by account_id, chapter.video_id, last_watched_at desc
    ${newerPosition}`,
  sql`
    delete from progress using chapter
    where chapter.id = progress.chapter_id and chapter.video_id <> progress.video_id`,
  sql`
    insert into progress select kept.* from ${kept('progress')}
    where ${ofKind(runId, 'reread_progress')} and exists (select from video where video.id = kept.video_id)
      and exists (select from account where account.id = kept.account_id)
      and (kept.chapter_id is null or exists (select from chapter where chapter.id = kept.chapter_id))
    on conflict do nothing`,
  ...followChapters(sql`
    select content -> 'before' ->> 'id' from migration_kept where ${ofKind(runId, 'reread_chapter')}
    union select content -> 'row' ->> 'id' from migration_kept where ${ofKind(runId, 'reread_chapter_fold')}`),
  removeSeasons({
    using: sql`migration_kept`,
    where: sql`${ofKind(runId, 'reread_made_season')} and season.id = content ->> 'id'
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }),
  countParts(sql`
    select content -> 'before' ->> 'video_id' from migration_kept where ${ofKind(runId, 'reread_chapter')}
    union select content -> 'after' ->> 'video_id' from migration_kept where ${ofKind(runId, 'reread_chapter')}
    union select content -> 'row' ->> 'video_id' from migration_kept where ${ofKind(runId, 'reread_chapter_fold')}
    union select chapter.video_id from migration_kept join chapter on chapter.id = content ->> 'kept_id'
      where ${ofKind(runId, 'reread_chapter_fold')}`),
];
