/**
 * Takes back what an import did, set by set.
 *
 * What it added goes, and what it gave a new address gets the earlier one back, each only where it still is as the import
 * left it: a video or channel that was edited since stays, one that got a newer address since stays, a series or channel
 * into which later imports brought more keeps what they brought. What stays is counted, never overwritten.
 */
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';

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
    .returning('published_at')
    .executeTakeFirst();
  if (row === undefined) throw new AppError('import.not_undoable');
  await sql`
    create temporary table undone on commit drop as
    select position, outcome, target_kind, target_id, parent_id, made_parent, made_title, address_hash, before,
      null::text as result
    from import_entry where import_id = ${id} and outcome in ('added', 'updated')`.execute(trx);
  await sql`create index on undone (target_id)`.execute(trx);
  await sql`analyze undone`.execute(trx);
  // The very moment, from the table: a date of JavaScript's has no microseconds.
  const publishedAt = sql`(select published_at from import where id = ${id})`;
  for (const kind of ['film', 'chapter', 'source'] as const) await restoreAddresses(trx, kind);
  await removeFilms(trx, publishedAt);
  await removeChapters(trx, publishedAt);
  await removeSources(trx, publishedAt);
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

const tables = { film: 'video', chapter: 'chapter', source: 'channel_source' } as const;

async function restoreAddresses(trx: Transaction<Database>, kind: keyof typeof tables): Promise<void> {
  const table = sql.table(tables[kind]);
  const playable = kind === 'source' ? sql`is_playable = (undone.before ->> 'is_playable')::boolean,` : sql``;
  await sql`
    with restored as (
      update ${table} as target
      set address = undone.before ->> 'address', address_hash = decode(undone.before ->> 'address_hash', 'hex'),
        ${playable}
        provider_key = undone.before ->> 'provider_key', stream_kind = undone.before ->> 'stream_kind',
        user_agent = undone.before ->> 'user_agent', referrer = undone.before ->> 'referrer'
      from undone
      where undone.outcome = 'updated' and undone.target_kind = ${kind} and undone.before is not null
        and target.id = undone.target_id and target.address_hash = undone.address_hash
        and not exists (
          select from ${table} as taken
          where taken.address_hash = decode(undone.before ->> 'address_hash', 'hex') and taken.id <> target.id
        )
      returning undone.position
    )
    update undone set result = 'restored' from restored where restored.position = undone.position`.execute(
    trx,
  );
}

async function removeFilms(trx: Transaction<Database>, publishedAt: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with removed as (
      delete from video using undone
      where undone.outcome = 'added' and undone.target_kind = 'film' and video.id = undone.target_id
        and video.address_hash = undone.address_hash and video.updated_at <= ${publishedAt}
      returning undone.position
    )
    update undone set result = 'removed' from removed where removed.position = undone.position`.execute(trx);
}

/** A series that was edited since keeps its chapters; any other loses those of this import that are as they came. */
async function removeChapters(
  trx: Transaction<Database>,
  publishedAt: ReturnType<typeof sql>,
): Promise<void> {
  const isOfImport = sql`undone.outcome = 'added' and undone.target_kind = 'chapter'`;
  await sql`
    with removed as (
      delete from chapter using undone, video
      where ${isOfImport} and chapter.id = undone.target_id and video.id = chapter.video_id
        and chapter.address_hash = undone.address_hash and chapter.title = undone.made_title
        and chapter.description = ''
        and video.updated_at <= ${publishedAt}
      returning undone.position
    )
    update undone set result = 'removed' from removed where removed.position = undone.position`.execute(trx);
  const touched = sql`(select distinct parent_id from undone where ${isOfImport} and result = 'removed')`;
  await sql`
    delete from season
    where season.video_id in ${touched} and season.title = ''
      and not exists (select from chapter where chapter.season_id = season.id)`.execute(trx);
  await sql`
    delete from video
    where video.id in ${touched} and video.updated_at <= ${publishedAt}
      and not exists (select from chapter where chapter.video_id = video.id)`.execute(trx);
  await sql`
    update chapter set position = ordered.position
    from (
      select id, row_number() over (partition by season_id order by position) - 1 as position
      from chapter where video_id in ${touched}
    ) as ordered
    where chapter.id = ordered.id and chapter.position <> ordered.position`.execute(trx);
  await sql`
    update video set
      season_count = (select count(*) from season where season.video_id = video.id),
      chapter_count = (select count(*) from chapter where chapter.video_id = video.id)
    where video.id in ${touched}`.execute(trx);
}

/** A channel that was edited since keeps its addresses; any other goes with the last of them. */
async function removeSources(trx: Transaction<Database>, publishedAt: ReturnType<typeof sql>): Promise<void> {
  const isOfImport = sql`undone.target_kind = 'source' and undone.before is null`;
  await sql`
    with removed as (
      delete from channel_source using undone, channel
      where ${isOfImport} and channel_source.id = undone.target_id and channel.id = channel_source.channel_id
        and channel_source.address_hash = undone.address_hash and channel.updated_at <= ${publishedAt}
      returning undone.position
    )
    update undone set result = 'removed' from removed where removed.position = undone.position`.execute(trx);
  const touched = sql`(select distinct parent_id from undone where ${isOfImport} and result = 'removed')`;
  await sql`
    delete from channel
    where channel.id in ${touched}
      and not exists (select from channel_source where channel_source.channel_id = channel.id)`.execute(trx);
  await sql`
    update channel_source set position = ordered.position
    from (
      select id, row_number() over (partition by channel_id order by position) - 1 as position
      from channel_source where channel_id in ${touched}
    ) as ordered
    where channel_source.id = ordered.id and channel_source.position <> ordered.position`.execute(trx);
}

async function countResults(trx: Transaction<Database>): Promise<UndoResult> {
  for (const kind of ['film', 'chapter', 'source'] as const) {
    // What somebody has deleted since is not kept.
    await sql`
      update undone set result = 'gone'
      where result is null and target_kind = ${kind}
        and not exists (select from ${sql.table(tables[kind])} as target where target.id = undone.target_id)`.execute(
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
