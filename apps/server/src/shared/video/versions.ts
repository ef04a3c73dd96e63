/*
 * Further versions of films and chapters: other addresses of the same title, in another language or quality, or from
 * another provider. The film's or chapter's own address is tried first, then its versions by their positions. Where the own
 * address goes, the next version takes its place, so that the title keeps its id and what people have saved for it.
 */
import type { Database } from '@butaca/db';
import { sql, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import { changedTags, type SentTags } from '../source-tags.ts';
import { movedColumns } from './address-columns.ts';

type Condition = RawBuilder<unknown>;

const addressList = sql.join(movedColumns.map((name) => sql.ref(name)));

/**
 * SQL that inserts versions; one whose address another version has already is left out.
 *
 * @param rows - selects id, video_id, chapter_id (`null` for a film), position, the address columns, and edition
 */
export const insertVersions = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into video_version (id, video_id, chapter_id, position, ${addressList}, edition)
  select id, video_id, chapter_id, position, ${addressList}, edition
  from (${rows}) as made
  on conflict (address_hash) do nothing`;

/** SQL that deletes the versions for which `where` holds, joined with the tables of `using`. */
export const removeVersions = (gone: { using: RawBuilder<unknown>; where: Condition }): RawBuilder<unknown> =>
  sql`delete from video_version using ${gone.using} where ${gone.where}`;

/**
 * Gives films or chapters the address of their next version that is not hidden, in place of their own.
 *
 * @param losing - selects the ids of those that lose their own address
 * @param isKept - whether the own address becomes a hidden version, which a later list may show again
 * @returns the name of a temporary table with the ids (`id`) of those that had such a version
 */
export async function promoteVersions(
  trx: Transaction<Database>,
  table: 'video' | 'chapter',
  losing: RawBuilder<unknown>,
  { isKept }: { isKept: boolean },
): Promise<RawBuilder<unknown>> {
  const name = sql.table(`promoted_${table}`);
  const isVersionOf =
    table === 'video'
      ? sql`version.video_id = owner.id and version.chapter_id is null`
      : sql`version.chapter_id = owner.id`;
  await sql`drop table if exists ${name}`.execute(trx);
  await sql`
    create temporary table ${name} on commit drop as
    select distinct on (owner.id) owner.id, owner as old, version as next
    from ${sql.table(table)} as owner join video_version as version on ${isVersionOf}
    where version.missing_since is null and owner.id in (${losing})
    order by owner.id, version.position, version.created_at, version.id`.execute(trx);
  await removeVersions({ using: name, where: sql`video_version.id = (${name}.next).id` }).execute(trx);
  const taken = [...movedColumns, ...(table === 'video' ? (['edition'] as const) : [])];
  await sql`
    update ${sql.table(table)} as target
    set ${sql.join(taken.map((column) => sql`${sql.ref(column)} = (${name}.next).${sql.ref(column)}`))}
    from ${name} where target.id = ${name}.id`.execute(trx);
  if (isKept)
    await sql`
      insert into video_version (id, video_id, chapter_id, position, ${addressList}, edition, missing_since)
      select gen_random_uuid()::text, (next).video_id, (next).chapter_id, (next).position,
        ${sql.join(movedColumns.map((column) => sql`(old).${sql.ref(column)}`))},
        ${table === 'video' ? sql`(old).edition` : sql`null`}, now()
      from ${name} where (old).address_hash is not null
      on conflict (address_hash) do nothing`.execute(trx);
  return name;
}

/** @param which - a condition on `video_version` @returns how many were not hidden before */
export async function hideVersions(trx: Transaction<Database>, which: Condition): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update video_version set missing_since = now() where missing_since is null and (${which})`.execute(trx);
  return Number(numAffectedRows);
}

/** Deletes versions. @param which - a condition on `video_version` */
export async function deleteVersions(trx: Transaction<Database>, which: Condition): Promise<void> {
  await sql`delete from video_version where ${which}`.execute(trx);
}

export type VersionRow = Selectable<Database['video_version']>;

/** Lists the versions of a video and of its chapters, also those that their list lacks now, in the order of their lists. */
export const listVersions = (db: Kysely<Database>, videoId: string): Promise<VersionRow[]> =>
  db
    .selectFrom('video_version')
    .selectAll()
    .where('video_id', '=', videoId)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Tags of a version that an editor sent. */
export interface SentVersion extends SentTags {
  id: string;
}

/**
 * Writes the tags of versions that an administrator sent.
 *
 * @param known - the versions of the video; each that is sent is one of them
 * @returns how many versions changed
 */
export async function writeVersionTags(
  trx: Transaction<Database>,
  known: readonly VersionRow[],
  sent: readonly SentVersion[],
): Promise<number> {
  const byId = new Map(known.map((version) => [version.id, version]));
  const changed = sent.flatMap(({ id, ...tags }) => {
    const before = byId.get(id);
    const columns = changedTags(tags, before);
    if (before === undefined || columns.edited_tags === undefined) return [];
    const { languages, quality, edition } = { ...before, ...columns };
    return [{ id, languages, quality, edition, edited_tags: columns.edited_tags }];
  });
  if (changed.length === 0) return 0;
  await sql`
    update video_version set languages = sent.languages, quality = sent.quality, edition = sent.edition,
      edited_tags = sent.edited_tags
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as sent (id text, languages text[], quality text, edition text, edited_tags text[])
    where video_version.id = sent.id`.execute(trx);
  return changed.length;
}
