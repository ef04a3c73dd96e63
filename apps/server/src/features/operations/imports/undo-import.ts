/**
 * Undoes an import of an M3U list, with set-based SQL.
 *
 * Rows that the import added are deleted, and rows whose address it replaced get their earlier address back, but only
 * while they are unchanged since the import. A video or channel that was edited or got a newer address since is kept,
 * and a series or channel keeps what later imports added to it. Kept rows are counted, never overwritten. The marks for adults
 * and the countries that the import set are taken back.
 */
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { showHidden } from './follow-list.ts';
import { closeItems } from './open-import.ts';
import { undoParentChanges } from './parent-changes.ts';
import { noteListUndone } from '../../../shared/provider/list-provider.ts';
import { textsOf } from '../../../shared/source-tags.ts';
import {
  orderSources,
  readdressSources,
  removeChannels,
  removeSources,
} from '../../../shared/channel/write-sets.ts';
import {
  countParts,
  orderChapters,
  readdress,
  removeChapters,
  removeSeasons,
  removeVideos,
} from '../../../shared/video/write-sets.ts';
import { promoteVersions, removeVersions } from '../../../shared/video/versions.ts';

export interface UndoResult {
  removed: number;
  restored: number;
  kept: number;
}

export async function undoImport(
  trx: Transaction<Database>,
  { id, fileName, actor }: { id: string; fileName: string; actor: Actor },
): Promise<UndoResult> {
  const row = await trx
    .updateTable('import')
    .set({ status: 'undone' })
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('has_report', '=', true)
    .returning('provider_id')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('import.not_undoable');
  await sql`
    create temporary table undone on commit drop as
    select position, outcome, target_kind, target_id, parent_id, made_parent, made_title, address_hash, before,
      null::text as result
    from import_entry where import_id = ${id} and outcome in ('added', 'updated')`.execute(trx);
  await sql`create index on undone (target_id)`.execute(trx);
  await sql`analyze undone`.execute(trx);
  // The time at which the import was published is compared inside Postgres, because a JavaScript date would lose its
  // microseconds.
  const publishedAt = sql`(select published_at from import where id = ${id})`;
  for (const kind of ['film', 'chapter', 'version', 'source'] as const) await restoreAddresses(trx, kind);
  await undoVersions(trx, publishedAt);
  await undoFilms(trx, publishedAt);
  await undoChapters(trx, publishedAt);
  await undoSeries(trx, publishedAt, row.provider_id);
  await undoSources(trx, publishedAt);
  if (row.provider_id !== null) {
    await showHidden(trx, row.provider_id, publishedAt);
    await noteListUndone(trx, row.provider_id);
  }
  await closeItems(trx, id);
  await undoParentChanges(trx, id);
  const result = await countResults(trx);
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, {
    action: 'import.undo',
    subjectId: id,
    subjectName: fileName,
    after: result,
  });
  return result;
}

const tables = {
  film: 'video',
  chapter: 'chapter',
  version: 'video_version',
  source: 'channel_source',
} as const;

/**
 * SQL that runs a statement of the undo and marks the import entries (in the temporary table `undone`) whose rows it
 * changed. @param statement - returns the positions of these entries in `undone`
 */
const mark = (statement: RawBuilder<unknown>, result: 'restored' | 'removed'): RawBuilder<unknown> => sql`
  with touched as (${statement})
  update undone set result = ${result} from touched where touched.position = undone.position`;

async function restoreAddresses(trx: Transaction<Database>, kind: keyof typeof tables): Promise<void> {
  const table = tables[kind];
  // What an administrator has set of an address while it was a version goes back with it.
  const tag = (name: 'languages' | 'quality' | 'edition' | 'edited_tags', before: RawBuilder<unknown>) =>
    sql`case when kept.id is null then ${before} else ${sql.ref(`kept.${name}`)} end as ${sql.ref(name)}`;
  const given = sql`
    select undone.position, target_id, undone.address_hash as left_hash, before ->> 'address' as address,
      decode(before ->> 'address_hash', 'hex') as address_hash, (before ->> 'is_playable')::boolean as is_playable,
      before ->> 'provider_key' as provider_key, before ->> 'stream_kind' as stream_kind,
      before ->> 'user_agent' as user_agent, before ->> 'referrer' as referrer,
      before ->> 'cookie' as cookie, before ->> 'origin' as origin,
      (select id from provider where id = before ->> 'provider_id') as provider_id,
      before ->> 'catchup' as catchup, before ->> 'catchup_source' as catchup_source,
      (before ->> 'catchup_days')::integer as catchup_days,
      (before ->> 'catchup_correction_hours')::real as catchup_correction_hours,
      (before ->> 'guide_shift_hours')::real as guide_shift_hours,
      ${tag('languages', textsOf(sql`before -> 'languages'`))}, ${tag('quality', sql`before ->> 'quality'`)},
      ${tag('edition', sql`before ->> 'edition'`)}, ${tag('edited_tags', textsOf(sql`before -> 'edited_tags'`))}
    from undone left join video_version as kept
      on target_kind in ('film', 'chapter') and kept.address_hash = decode(before ->> 'address_hash', 'hex')
    where outcome = 'updated' and target_kind = ${kind} and before is not null`;
  const isAsLeft = sql`target.address_hash = given.left_hash and not exists (
    select from ${sql.table(table)} as taken
    where taken.address_hash = given.address_hash and taken.id <> target.id)`;
  const restoring =
    table === 'channel_source' ? readdressSources(given, isAsLeft) : readdress(table, given, isAsLeft);
  await mark(sql`${restoring} returning given.position`, 'restored').execute(trx);
}

/**
 * Removes, to undo an import of an M3U list, the versions that it added, and those with the addresses that films and
 * chapters have got back.
 */
async function undoVersions(trx: Transaction<Database>, publishedAt: RawBuilder<unknown>): Promise<void> {
  const removing = removeVersions({
    using: sql`undone, video`,
    where: sql`undone.target_kind = 'version' and undone.before is null and video_version.id = undone.target_id
      and video_version.address_hash = undone.address_hash and video.id = video_version.video_id
      and video.updated_at <= ${publishedAt}`,
  });
  await mark(sql`${removing} returning undone.position`, 'removed').execute(trx);
  await removeVersions({
    using: sql`undone`,
    where: sql`undone.result = 'restored' and undone.target_kind in ('film', 'chapter')
      and video_version.address_hash = decode(undone.before ->> 'address_hash', 'hex')`,
  }).execute(trx);
}

/** Gives what the undo would delete the address of a version that another import has added; then it is not deleted. */
async function keepOtherVersions(
  trx: Transaction<Database>,
  table: 'video' | 'chapter',
  losing: RawBuilder<unknown>,
): Promise<void> {
  const promoted = await promoteVersions(trx, table, losing, { isKept: false });
  await sql`
    update undone set result = 'removed' from ${promoted}
    where undone.target_id = ${promoted}.id and undone.outcome = 'added'`.execute(trx);
}

async function undoFilms(trx: Transaction<Database>, publishedAt: RawBuilder<unknown>): Promise<void> {
  await keepOtherVersions(
    trx,
    'video',
    sql`
      select video.id from undone join video on video.id = undone.target_id
      where undone.outcome = 'added' and undone.target_kind = 'film' and video.address_hash = undone.address_hash
        and video.updated_at <= ${publishedAt}`,
  );
  const removing = removeVideos({
    using: sql`undone`,
    where: sql`undone.outcome = 'added' and undone.target_kind = 'film' and video.id = undone.target_id
      and video.address_hash = undone.address_hash and video.updated_at <= ${publishedAt}`,
  });
  await mark(sql`${removing} returning undone.position`, 'removed').execute(trx);
}

/**
 * Removes, to undo an import of an M3U list, its unchanged chapters and the series left without chapters. A series that
 * was edited since keeps its chapters.
 */
async function undoChapters(trx: Transaction<Database>, publishedAt: RawBuilder<unknown>): Promise<void> {
  const isOfImport = sql`undone.outcome = 'added' and undone.target_kind = 'chapter'`;
  const isUnchanged = sql`${isOfImport} and chapter.id = undone.target_id and video.id = chapter.video_id
    and chapter.address_hash = undone.address_hash and chapter.title = undone.made_title
    and chapter.description = '' and video.updated_at <= ${publishedAt}`;
  await keepOtherVersions(
    trx,
    'chapter',
    sql`select chapter.id from undone, video, chapter where ${isUnchanged}`,
  );
  const removing = removeChapters({ using: sql`undone, video`, where: isUnchanged });
  await mark(sql`${removing} returning undone.position`, 'removed').execute(trx);
  const touched = sql`select distinct parent_id from undone where ${isOfImport} and result = 'removed'`;
  await removeSeasons({
    where: sql`season.video_id in (${touched}) and season.title = ''
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }).execute(trx);
  await removeVideos({
    where: sql`video.id in (${touched}) and video.updated_at <= ${publishedAt}
      and not exists (select from chapter where chapter.video_id = video.id)`,
  }).execute(trx);
  await orderChapters(sql`video_id in (${touched})`, 'position').execute(trx);
  await countParts(touched).execute(trx);
}

/**
 * Removes, to undo the import of an account, the unchanged series that it made, and takes its chapters out of those that
 * the catalogue had before.
 */
async function undoSeries(
  trx: Transaction<Database>,
  publishedAt: RawBuilder<unknown>,
  providerId: string | null,
): Promise<void> {
  const isOfImport = (outcome: 'added' | 'updated') =>
    sql`undone.outcome = ${outcome} and undone.target_kind = 'series'`;
  const removing = removeVideos({
    using: sql`undone`,
    where: sql`${isOfImport('added')} and video.id = undone.target_id and video.updated_at <= ${publishedAt}
      and not exists (
        select from chapter where chapter.video_id = video.id and not exists (
          select from series_listing as listing
          where listing.video_id = video.id and listing.provider_id = chapter.provider_id))`,
  });
  await mark(sql`${removing} returning undone.position`, 'removed').execute(trx);
  await sql`
    create temporary table left_listing on commit drop as
    select listing.provider_id, listing.series_id, listing.video_id
    from undone join series_listing as listing
      on listing.video_id = undone.target_id and listing.provider_id = ${providerId}
    where ${isOfImport('updated')}`.execute(trx);
  await removeChapters({
    using: sql`left_listing`,
    where: sql`chapter.video_id = left_listing.video_id and chapter.provider_id = left_listing.provider_id`,
  }).execute(trx);
  const touched = sql`select video_id from left_listing`;
  await mark(
    sql`
      delete from series_listing using left_listing, undone
      where series_listing.provider_id = left_listing.provider_id
        and series_listing.series_id = left_listing.series_id and undone.target_id = left_listing.video_id
      returning undone.position`,
    'restored',
  ).execute(trx);
  await removeSeasons({
    where: sql`season.video_id in (${touched}) and season.title = ''
      and not exists (select from chapter where chapter.season_id = season.id)`,
  }).execute(trx);
  await orderChapters(sql`video_id in (${touched})`, 'position').execute(trx);
  await countParts(touched).execute(trx);
}

/**
 * Removes, to undo an import of an M3U list, its unchanged stream addresses and the channels left without any. A
 * channel that was edited since keeps its addresses.
 */
async function undoSources(trx: Transaction<Database>, publishedAt: RawBuilder<unknown>): Promise<void> {
  const isOfImport = sql`undone.target_kind = 'source' and undone.before is null`;
  const removing = removeSources({
    using: sql`undone, channel`,
    where: sql`${isOfImport} and channel_source.id = undone.target_id and channel.id = channel_source.channel_id
      and channel_source.address_hash = undone.address_hash and channel.updated_at <= ${publishedAt}`,
  });
  await mark(sql`${removing} returning undone.position`, 'removed').execute(trx);
  const touched = sql`select distinct parent_id from undone where ${isOfImport} and result = 'removed'`;
  await removeChannels(sql`
    channel.id in (${touched})
    and not exists (select from channel_source where channel_source.channel_id = channel.id)`).execute(trx);
  await orderSources(sql`channel_id in (${touched})`).execute(trx);
}

async function countResults(trx: Transaction<Database>): Promise<UndoResult> {
  for (const kind of ['film', 'chapter', 'version', 'source', 'series'] as const) {
    // An entry of an import whose row somebody has deleted since counts as neither kept nor removed when the import is
    // undone.
    await sql`
      update undone set result = 'gone'
      where result is null and target_kind = ${kind}
        and not exists (select from ${sql.table(kind === 'series' ? 'video' : tables[kind])} as target where target.id = undone.target_id)`.execute(
      trx,
    );
  }
  const { rows } = await sql<UndoResult>`
    select count(*) filter (where result = 'removed')::int as removed,
      count(*) filter (where result = 'restored')::int as restored,
      count(*) filter (where result is null)::int as kept
    from undone`.execute(trx);
  return rows[0] ?? { removed: 0, restored: 0, kept: 0 };
}
