/*
 * Makes versions of films and chapters that are one: two films of one title and year, and two chapters that a reading gave
 * the same number of the same series. The one that is kept gets the address of the other one as a version, whose id is the id of
 * the film or chapter that it was, so that the undo finds it; positions, favourites and the report of the import follow.
 *
 * `planFolds` writes the temporary tables `film_fold` and `chapter_fold`, and marks in `film_change` the films that get a version
 * for adults. What is deleted is kept in `migration_kept`.
 *
 * @see docs/decisions/073-identity-and-versions.md
 */
import { builtInProviders } from '@butaca/db';
import { sql, type RawBuilder } from 'kysely';
import { keptTag } from '../../../shared/source-tags.ts';
import { insertAgain } from '../../../shared/video/reread-sets.ts';
import { insertVersions, removeVersions } from '../../../shared/video/versions.ts';
import { readdress, removeChapters, takeEditedTags } from '../../../shared/video/write-sets.ts';

type Statement = RawBuilder<unknown>;

const addressColumns = sql.join(
  [
    'provider_id',
    'address',
    'address_hash',
    'provider_key',
    'user_agent',
    'referrer',
    'cookie',
    'origin',
    'stream_kind',
  ].map((name) => sql.ref(name)),
);

/** SQL that plans the folds, from the other tables of the plan. What a list lacks at present is left alone. */
export const planFolds: readonly Statement[] = [
  sql`
    create temporary table film_fold on commit drop as
    select id, kept_id from (
      select video.id, first_value(video.id) over (
          partition by video.tipo, coalesce(changed.title_folded, video.title_folded),
            coalesce(changed.release_year, video.release_year), main_section, requires_plan
          order by edited.id is not null desc, coalesce(edited.title or edited.year, false) desc, is_featured desc,
            created_at, video.id) as kept_id
      from reread as said join video on video.id = said.id
      left join film_change as changed on changed.id = video.id
      left join edited on edited.id = video.id
      where not said.is_chapter and not said.is_nameless and video.active and video.missing_since is null
        and not video.is_demo) as named
    where id <> kept_id`,
  sql`
    create temporary table chapter_fold on commit drop as
    select id, kept_id, video_id, old_season_id, old_video_id, languages, quality from (
      select placed.*, first_value(id) over (same_number order by is_moved, position, id) as kept_id,
        bool_or(is_moved) over same_number as has_moved
      from (
        select chapter.id, chapter.position, chapter.season_id as old_season_id, chapter.video_id as old_video_id,
          coalesce(changed.video_id, chapter.video_id) as video_id, coalesce(changed.season, season_number) as season,
          coalesce(changed.chapter, chapter.chapter_number) as number,
          changed.id is not null and (changed.video_id, changed.season, changed.chapter)
            is distinct from (chapter.video_id, season_number, chapter.chapter_number) as is_moved,
          ${keptTag('languages', 'chapter', sql`coalesce(said.languages, chapter.languages)`)} as languages,
          ${keptTag('quality', 'chapter', sql`coalesce(said.quality, chapter.quality)`)} as quality
        from chapter join season on season.id = chapter.season_id
        join reread as said on said.is_chapter and said.id = chapter.id and said.chapter is not null
        left join chapter_change as changed on changed.id = chapter.id
        left join edited on edited.id = chapter.video_id
        where coalesce(changed.video_id, chapter.video_id) in (select video_id from chapter_change)
          and chapter.missing_since is null and not coalesce(edited.chapters, false)) as placed
      window same_number as (partition by video_id, season, number)) as numbered
    where has_moved and id <> kept_id`,
  sql`create unique index on film_fold (id)`,
  // A film that gets a version for adults is for adults, unless an administrator has said otherwise.
  sql`create unique index on film_change (id)`,
  sql`
    insert into film_change (id, title, title_folded, title_sort, release_year, is_adult, languages, quality)
    select id, title, title_folded, title_sort, release_year, true, languages, quality from video
    where not is_adult and not is_adult_edited and id in (
      select kept_id from film_fold join video as part using (id) left join film_change as changed using (id)
      where coalesce(changed.is_adult, part.is_adult))
    on conflict (id) do update set is_adult = true`,
  sql`create unique index on chapter_fold (id)`,
  sql`delete from chapter_change where id in (select id from chapter_fold)`,
];

const ofKind = (runId: string, kind: string): Statement => sql`run_id = ${runId} and kind = ${kind}`;

/** SQL that keeps, before anything is changed, what the undo of the folds needs. */
export const keepFolds = (runId: string): Statement[] => [
  sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_film_fold', to_jsonb(film_fold) from film_fold`,
  sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_chapter_fold', jsonb_build_object('kept_id', kept_id, 'row', to_jsonb(chapter))
    from chapter_fold join chapter using (id)`,
  sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_version', to_jsonb(kept) from video_version as kept
    where chapter_id in (select id from chapter_fold)
      or chapter_id is null and video_id in (select id from film_fold)`,
  sql`
    insert into migration_kept (run_id, kind, content)
    select ${runId}, 'reread_chapter_progress', to_jsonb(kept) from chapter_progress as kept
    where chapter_id in (select id from chapter_fold union select kept_id from chapter_fold)`,
];

/** The positions of folded versions are behind those of the versions that the kept film or chapter has. */
const behind = 1_000;

/** SQL that makes versions of films, before these are deleted. */
export const foldFilms: readonly Statement[] = [
  sql`
    update video_version set video_id = film_fold.kept_id, position = position + ${behind} from film_fold
    where video_version.video_id = film_fold.id and chapter_id is null`,
  insertVersions(sql`
    select video.id, film_fold.kept_id as video_id, null::text as chapter_id,
      ${behind / 2} + row_number() over (partition by film_fold.kept_id order by video.created_at, video.id) as position,
      ${addressColumns}, languages, quality, edited_tags, edition
    from film_fold join video on video.id = film_fold.id`),
  sql`
    update import_entry set target_kind = 'version', parent_id = film_fold.kept_id from film_fold
    where target_kind = 'film' and target_id = film_fold.id`,
];

/** SQL that makes versions of chapters, after the chapters that stay have moved to their places, and deletes the chapters. */
export const foldChapters: readonly Statement[] = [
  sql`
    update video_version set chapter_id = chapter_fold.kept_id, video_id = chapter_fold.video_id,
      position = position + ${behind}
    from chapter_fold where video_version.chapter_id = chapter_fold.id`,
  insertVersions(sql`
    select chapter.id, chapter_fold.video_id, chapter_fold.kept_id as chapter_id,
      ${behind / 2} + row_number() over (partition by chapter_fold.kept_id order by chapter.id) as position,
      ${addressColumns}, chapter_fold.languages, chapter_fold.quality, edited_tags, null::text as edition
    from chapter_fold join chapter on chapter.id = chapter_fold.id`),
  sql`
    insert into chapter_progress as known (account_id, chapter_id, last_time_seconds, duration_seconds, progress,
      is_completed, last_watched_at)
    select distinct on (account_id, kept_id) account_id, kept_id, last_time_seconds, duration_seconds, progress,
      is_completed, last_watched_at
    from chapter_progress join chapter_fold on chapter_fold.id = chapter_progress.chapter_id
    order by account_id, kept_id, last_watched_at desc
    on conflict (account_id, chapter_id) do update set
      last_time_seconds = excluded.last_time_seconds, duration_seconds = excluded.duration_seconds,
      progress = excluded.progress, is_completed = excluded.is_completed, last_watched_at = excluded.last_watched_at
    where known.last_watched_at < excluded.last_watched_at`,
  sql`update progress set chapter_id = chapter_fold.kept_id from chapter_fold where progress.chapter_id = chapter_fold.id`,
  sql`
    update import_entry set target_kind = 'version', parent_id = chapter_fold.video_id from chapter_fold
    where target_kind = 'chapter' and target_id = chapter_fold.id`,
  removeChapters({ using: sql`chapter_fold`, where: sql`chapter.id = chapter_fold.id` }),
];

/** SQL for the rows of `chapter` that a run has folded. */
const foldedChapters = sql`migration_kept, lateral jsonb_populate_record(null::chapter, content -> 'row') as folded`;

/** SQL that adds the folded chapters again, once their seasons are there. */
export const restoreChapters = (runId: string): Statement =>
  insertAgain(sql`
    select content -> 'row' || jsonb_build_object('provider_id', coalesce(
      (select id from provider where id = content -> 'row' ->> 'provider_id'), ${builtInProviders.manual}::text)) as content
    from ${foldedChapters}
    where ${ofKind(runId, 'reread_chapter_fold')}
      and exists (select from season where season.id = folded.season_id)
      and not exists (select from chapter where chapter.address_hash = folded.address_hash)`);

/** A list has changed the address since it was folded. */
const isNewer = sql`target.address_hash <> given.address_hash`;

/** SQL that gives films and chapters that are there again the present addresses of their versions, and what people have. */
export const unfold = (runId: string): Statement[] => [
  readdress(
    'chapter',
    sql`
      select version.*, folded.id as target_id from ${foldedChapters} join video_version as version on version.id = folded.id
      where ${ofKind(runId, 'reread_chapter_fold')}`,
    isNewer,
  ),
  readdress(
    'video',
    sql`
      select version.*, content ->> 'id' as target_id from migration_kept
      join video_version as version on version.id = content ->> 'id'
      where ${ofKind(runId, 'reread_film_fold')}`,
    isNewer,
  ),
  takeEditedTags(
    'chapter',
    sql`
      select version.*, version.id as target_id from migration_kept
      join video_version as version on version.id = content -> 'row' ->> 'id'
      where ${ofKind(runId, 'reread_chapter_fold')}`,
  ),
  takeEditedTags(
    'video',
    sql`
      select version.*, version.id as target_id from migration_kept
      join video_version as version on version.id = content ->> 'id'
      where ${ofKind(runId, 'reread_film_fold')}`,
  ),
  removeVersions({
    using: sql`migration_kept, video`,
    where: sql`${ofKind(runId, 'reread_film_fold')} and video_version.id = content ->> 'id'
      and video.id = content ->> 'id'`,
  }),
  removeVersions({
    using: sql`migration_kept, chapter`,
    where: sql`${ofKind(runId, 'reread_chapter_fold')} and video_version.id = content -> 'row' ->> 'id'
      and chapter.id = content -> 'row' ->> 'id'`,
  }),
  sql`
    update video_version set video_id = content ->> 'video_id', chapter_id = content ->> 'chapter_id',
      position = (content ->> 'position')::integer
    from migration_kept
    where ${ofKind(runId, 'reread_version')} and video_version.id = content ->> 'id'
      and exists (select from video where video.id = content ->> 'video_id')
      and (content ->> 'chapter_id' is null or exists (select from chapter where chapter.id = content ->> 'chapter_id'))`,
  sql`
    update import_entry set target_kind = 'film', parent_id = target_id from migration_kept
    where ${ofKind(runId, 'reread_film_fold')} and target_kind = 'version' and target_id = content ->> 'id'
      and exists (select from video where video.id = content ->> 'id')`,
  sql`
    update import_entry set target_kind = 'chapter', parent_id = folded.video_id from ${foldedChapters}
    where ${ofKind(runId, 'reread_chapter_fold')} and target_kind = 'version' and target_id = folded.id
      and exists (select from chapter where chapter.id = folded.id)`,
  // A position that is as the reading left it goes back; one that was saved since stays with the kept film or chapter.
  sql`
    delete from chapter_progress as present using migration_kept as fold, migration_kept as copy,
      lateral jsonb_populate_record(null::chapter_progress, copy.content) as own
    where fold.run_id = ${runId} and fold.kind = 'reread_chapter_fold' and copy.run_id = ${runId}
      and copy.kind = 'reread_chapter_progress' and own.chapter_id = fold.content -> 'row' ->> 'id'
      and exists (select from chapter where chapter.id = own.chapter_id)
      and present.chapter_id = fold.content ->> 'kept_id' and present.account_id = own.account_id
      and present.last_watched_at = own.last_watched_at`,
  sql`
    insert into chapter_progress
    select own.* from migration_kept, lateral jsonb_populate_record(null::chapter_progress, content) as own
    where ${ofKind(runId, 'reread_chapter_progress')}
      and exists (select from chapter where chapter.id = own.chapter_id)
      and exists (select from account where account.id = own.account_id)
    on conflict do nothing`,
  sql`
    update progress set chapter_id = own.chapter_id
    from migration_kept as fold, migration_kept as copy, lateral jsonb_populate_record(null::progress, copy.content) as own
    where fold.run_id = ${runId} and fold.kind = 'reread_chapter_fold' and copy.run_id = ${runId}
      and copy.kind = 'reread_progress' and own.chapter_id = fold.content -> 'row' ->> 'id'
      and exists (select from chapter where chapter.id = own.chapter_id)
      and progress.chapter_id = fold.content ->> 'kept_id' and progress.account_id = own.account_id
      and progress.last_watched_at = own.last_watched_at`,
  sql`
    delete from progress using migration_kept as fold, migration_kept as copy,
      lateral jsonb_populate_record(null::progress, copy.content) as own
    where fold.run_id = ${runId} and fold.kind = 'reread_film_fold' and copy.run_id = ${runId}
      and copy.kind = 'reread_progress' and own.video_id = fold.content ->> 'id'
      and exists (select from video where video.id = own.video_id)
      and progress.video_id = fold.content ->> 'kept_id' and progress.account_id = own.account_id
      and progress.last_watched_at = own.last_watched_at`,
];
