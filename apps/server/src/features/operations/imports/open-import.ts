/**
 * Opens what an import of an M3U list contains to all plans or to chosen ones, and takes that back.
 *
 * A title or channel that names no plans inherits those of its section: live television, for instance, opens only with
 * Sports and Premium. Opening makes such items name the plans. Items for which somebody chose plans in the editor are
 * left alone. The report of the import marks what was opened, so closing finds exactly those items, except the ones for
 * which somebody has chosen other plans since. The options of the import keep the plans, and a later list of the same
 * provider opens its new items to them. Opening and closing do not count as edits, so the import can still be undone
 * afterwards.
 */
import {
  doramasSection,
  liveTvSection,
  planKeys,
  plansForSection,
  type PlanKey,
  restrictedSections,
} from '@butaca/contract';
import { bumpCatalogueVersion, recordAct, type Actor, type Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { setChannelPlans } from '../../../shared/channel/write-sets.ts';
import { setVideoPlans } from '../../../shared/video/write-sets.ts';

interface Opening {
  id: string;
  fileName: string;
  actor: Actor;
}

const arrayOf = (plans: readonly PlanKey[]) => sql`array[${sql.join(plans)}]::text[]`;
const noPlans = sql`'{}'::text[]`;

/** SQL for the section whose rule decides about a video that names no plans; the same rule as `sectionOf`. */
const videoSection = sql`case when video.tipo = 'dorama' then ${doramasSection} else coalesce(video.main_section, '') end`;

/** SQL that selects the ids of the titles or channels of an import, each possibly several times. */
const itemsOf = (id: string, kind: 'channel' | 'video') => sql`
  select parent_id from import_entry
  where import_id = ${id} and outcome <> 'skipped'
    and target_kind ${kind === 'channel' ? sql`= 'source'` : sql`in ('film', 'chapter', 'series', 'version')`}`;

/**
 * Opens to all plans the items of a finished import that inherit a section rule which leaves plans out.
 *
 * @returns how many titles and channels were opened
 * @throws AppError `import.not_openable`
 */
export async function openImport(trx: Kysely<Database>, { id, fileName, actor }: Opening): Promise<number> {
  await lockFinished(trx, id);
  const changed = await giveImportPlans(trx, id, { plans: planKeys, areOnlyNew: false });
  if (changed > 0) await finish(trx, { id, fileName, actor }, 'import.open', changed);
  return changed;
}

/**
 * Makes the items of an import that inherit the rule of a section name the given plans instead; for all plans, only
 * where the rule leaves plans out. Without plans, the rules decide on.
 *
 * @param areOnlyNew - whether items that the catalogue had before the import are left alone
 * @returns how many titles and channels changed
 */
export async function giveImportPlans(
  trx: Kysely<Database>,
  id: string,
  { plans, areOnlyNew }: { plans: readonly PlanKey[] | undefined; areOnlyNew: boolean },
): Promise<number> {
  await keepPlans(trx, id, plans);
  if (plans === undefined) return 0;
  const areAll = plans.length === planKeys.length;
  const isTvConcerned = !areAll || plansForSection(liveTvSection).length < planKeys.length;
  const isVideoConcerned = areAll ? sql`${videoSection} in (${sql.join(restrictedSections)})` : sql`true`;
  const isNew = sql`created_at >= (select created_at from import where import.id = ${id})`;
  const isGiven = sql`requires_plan = '{}' and ${areOnlyNew ? isNew : sql`true`}`;
  const channels = setChannelPlans(
    arrayOf(plans),
    sql`${sql.lit(isTvConcerned)} and ${isGiven} and id in (${itemsOf(id, 'channel')})`,
  );
  const videos = setVideoPlans(
    arrayOf(plans),
    sql`${isVideoConcerned} and ${isGiven} and id in (${itemsOf(id, 'video')})`,
  );
  return mark(trx, id, { channels, videos }, true);
}

/** Keeps in the options of an import to which plans it was opened; `undefined` when the rules decide again. */
async function keepPlans(
  trx: Kysely<Database>,
  id: string,
  plans: readonly PlanKey[] | undefined,
): Promise<void> {
  await trx
    .updateTable('import')
    .set({ options: sql`options - 'plans' || ${JSON.stringify({ plans })}::jsonb` })
    .where('id', '=', id)
    .execute();
}

/**
 * Takes the opening of an import back. @returns how many titles and channels inherit the plans of their section again
 * @throws AppError `import.not_openable`
 */
export async function closeImport(trx: Kysely<Database>, { id, fileName, actor }: Opening): Promise<number> {
  await lockFinished(trx, id);
  const changed = await closeItems(trx, id);
  if (changed > 0) await finish(trx, { id, fileName, actor }, 'import.close', changed);
  return changed;
}

/**
 * Lets the items that an import was opened for inherit the plans of their sections again, but for those whose plans
 * somebody has changed since; also a part of undoing an import.
 *
 * @returns how many items changed
 */
export async function closeItems(trx: Kysely<Database>, id: string): Promise<number> {
  const row = await trx
    .selectFrom('import')
    .select(sql<PlanKey[] | null>`options -> 'plans'`.as('plans'))
    .where('id', '=', id)
    .executeTakeFirst();
  // Imports that were opened before their options kept the plans were opened to all of them.
  const given = arrayOf(row?.plans ?? planKeys);
  const isOpened = (kind: 'channel' | 'video') =>
    sql`requires_plan = ${given} and id in (${itemsOf(id, kind)} and is_opened)`;
  const changed = await mark(
    trx,
    id,
    {
      channels: setChannelPlans(noPlans, isOpened('channel')),
      videos: setVideoPlans(noPlans, isOpened('video')),
    },
    false,
  );
  await keepPlans(trx, id, undefined);
  return changed;
}

/** How many items of an import are of the same section, name the same plans, and were or were not opened. */
export interface AccessGroup {
  section: string;
  requiresPlan: string[];
  isOpened: boolean;
  items: number;
}

/** Counts the titles and channels of an import that are still in the catalogue, by what decides who may open them. */
export async function listAccessGroups(db: Kysely<Database>, id: string): Promise<AccessGroup[]> {
  const { rows } = await sql<AccessGroup>`
    with item as (
      select parent_id, target_kind = 'source' as is_channel, bool_or(is_opened) as is_opened
      from import_entry
      where import_id = ${id} and outcome <> 'skipped' and parent_id is not null
      group by 1, 2
    ), ruled as (
      select ${liveTvSection} as section, channel.requires_plan, item.is_opened
      from item join channel on channel.id = item.parent_id where item.is_channel
      union all
      select ${videoSection}, video.requires_plan, item.is_opened
      from item join video on video.id = item.parent_id where not item.is_channel
    )
    select section, requires_plan as "requiresPlan", is_opened as "isOpened", count(*)::int as items
    from ruled group by 1, 2, 3`.execute(db);
  return rows;
}

/**
 * Locks the row of an import against a second opening or an undo at the same time. @throws AppError
 * `import.not_openable` unless the import is finished and keeps its report
 */
async function lockFinished(trx: Kysely<Database>, id: string): Promise<void> {
  const row = await trx
    .selectFrom('import')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'done')
    .where('has_report', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError('import.not_openable');
}

/**
 * Runs the statements that change plans, and notes in the report of the import which entries they concern.
 *
 * @returns how many titles and channels changed
 */
async function mark(
  trx: Kysely<Database>,
  id: string,
  { channels, videos }: { channels: ReturnType<typeof sql>; videos: ReturnType<typeof sql> },
  isOpened: boolean,
): Promise<number> {
  let changed = 0;
  for (const [statement, kinds] of [
    [channels, sql`('source')`],
    [videos, sql`('film', 'chapter', 'series', 'version')`],
  ] as const) {
    const { rows } = await sql<{ total: number }>`
      with touched as (${statement} returning id), marked as (
        update import_entry set is_opened = ${isOpened}
        from touched
        where import_id = ${id} and parent_id = touched.id and target_kind in ${kinds}
      )
      select count(*)::int as total from touched`.execute(trx);
    changed += rows[0]?.total ?? 0;
  }
  return changed;
}

async function finish(
  trx: Kysely<Database>,
  { id, fileName, actor }: Opening,
  action: 'import.open' | 'import.close',
  changed: number,
): Promise<void> {
  await bumpCatalogueVersion(trx);
  await recordAct(trx, actor, { action, subjectId: id, subjectName: fileName, after: { changed } });
}
