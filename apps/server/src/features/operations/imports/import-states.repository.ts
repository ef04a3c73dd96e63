import { importReportsKept, type ErrorCode, type ImportGroup, type ImportKind } from '@butaca/contract';
import { runTogether, type Actor, type Database } from '@butaca/db';
import { readerRevision } from '@butaca/titles';
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import { isAlive } from '../../../shared/provider/import-locks.ts';
import type { WaitingReason } from '../../../shared/provider/list-provider.ts';
import type { ImportCounts } from './deciding/decide.ts';
import { createParentChanges } from './parent-changes.ts';
import type { ImportOptions, KeptChoices } from './reading/import-options.ts';

/** The progress of a running import of an M3U list, shown to the administrator who imports. */
export interface ImportProgress {
  phase: 'receiving' | 'reading' | 'waiting' | 'publishing';
  sizeBytes: number;
  doneBytes: number;
  entries: number;
}

/**
 * The columns of the table `import` for an import of an M3U list that ended without a result; they also reset the
 * counts that a preview (the decisions before publishing) has stored.
 */
const nothingDone = {
  phase: null,
  finished_at: sql<Date>`now()`,
  added: 0,
  updated: 0,
  duplicates: 0,
  skipped: 0,
  movies: 0,
  series: 0,
  channels: 0,
  other_sources: 0,
  other_versions: 0,
  doubtful: 0,
  groups: '[]',
  has_report: false,
};

/** Of how many imports the history keeps the counts. */
const importsKept = 1_000;

export interface BegunImport {
  id: string;
  kind: ImportKind;
  fileName: string;
  sizeBytes: number;
  providerId: string;
  actor: Actor;
}

/**
 * Writes the state of imports of M3U lists (running, waiting as a preview to be published, done, failed, cancelled),
 * and removes the reports of imports that no longer have one.
 */
export function createImportStates(db: Kysely<Database>) {
  return {
    async create(begun: BegunImport): Promise<void> {
      await db
        .insertInto('import')
        .values({
          id: begun.id,
          kind: begun.kind,
          file_name: begun.fileName,
          options: '{}',
          size_bytes: begun.sizeBytes,
          provider_id: begun.providerId,
          reader_revision: readerRevision,
          account_id: begun.actor.accountId,
          username: begun.actor.username,
        })
        .execute();
    },

    setOptions: (id: string, { kind, categoria, subcategoria, section, plans }: ImportOptions) =>
      db
        .updateTable('import')
        .set({ kind, options: JSON.stringify({ categoria, subcategoria, section, plans }) })
        .where('id', '=', id)
        .execute(),

    /**
     * Turns the preview of an import (an M3U list read, but not published) into a running import. @returns `false` when
     * the import was not a preview
     */
    async resume(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('import')
        .set({ status: 'running', phase: 'reading', done_bytes: 0, has_report: false })
        .where('id', '=', id)
        .where('status', '=', 'preview')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Turns a running import of an M3U list back into a preview, which the administrator can publish later. */
    async backToPreview(id: string, entries: number): Promise<void> {
      await db
        .updateTable('import')
        .set((row) => ({
          status: 'preview',
          phase: null,
          is_cancelled: false,
          done_bytes: row.ref('size_bytes'),
          has_report: true,
          entries,
        }))
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute();
    },

    /** Removes from the history of imports an import of an M3U list, because its form fields were invalid. */
    remove: (id: string) => db.deleteFrom('import').where('id', '=', id).execute(),

    /**
     * Saves the progress of a running import of an M3U list. @returns whether somebody has asked to cancel the import
     */
    async saveProgress(id: string, progress: ImportProgress): Promise<boolean> {
      const row = await db
        .updateTable('import')
        .set({
          phase: progress.phase,
          size_bytes: progress.sizeBytes,
          done_bytes: progress.doneBytes,
          entries: progress.entries,
        })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .returning('is_cancelled')
        .executeTakeFirst();
      return row?.is_cancelled ?? false;
    },

    askToCancel: (id: string) =>
      db
        .updateTable('import')
        .set({ is_cancelled: true })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute(),

    fail: (id: string, code: ErrorCode) => endImport(db, id, 'failed', code),

    cancel: (id: string) => endImport(db, id, 'cancelled', 'import.cancelled'),

    failRunning: endDeadImports,

    analyse: analyseReports,

    prune: forgetOldReports,
  };
}

/**
 * Ends the imports of M3U lists whose process has died: the publishing of a preview becomes a preview again, which the
 * administrator can publish once more, and every other import fails.
 */
async function endDeadImports(trx: Kysely<Database>): Promise<void> {
  // A running import has rows of a report only if it was a preview: the first report of an import is committed together
  // with its end.
  await sql`
    update import set status = 'preview', phase = null, done_bytes = size_bytes, has_report = true,
      entries = reported.entries
    from (
      select import_id, count(*)::int as entries from import_entry
      where import_id in (select id from import where status = 'running' and not is_cancelled and not ${isAlive})
      group by import_id
    ) reported
    where import.id = reported.import_id and status = 'running'`.execute(trx);
  const dead = await trx
    .updateTable('import')
    .set({ ...nothingDone, status: 'failed', error_code: 'import.interrupted' satisfies ErrorCode })
    .where('status', '=', 'running')
    .where(sql<boolean>`not ${isAlive}`)
    .returning('id')
    .execute();
  for (const { id } of dead) await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
}

async function endImport(
  db: Kysely<Database>,
  id: string,
  status: 'failed' | 'cancelled',
  code: ErrorCode,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Removing the long report of an import of an M3U list may exceed the statement timeout of requests, so this
    // transaction has none.
    await sql`set local statement_timeout = 0`.execute(trx);
    const { numUpdatedRows } = await trx
      .updateTable('import')
      .set({ ...nothingDone, status, error_code: code })
      .where('id', '=', id)
      .where('status', 'in', ['running', 'preview'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
  });
}

/**
 * Gives the query planner statistics on the reports of imports. Without them it expects a few entries of a report that
 * has a million, and looks up the title of each of them, which takes longer than a request may.
 */
async function analyseReports(session: Kysely<Database>): Promise<void> {
  await sql`analyze import_entry (import_id, parent_id, target_kind, outcome)`.execute(session);
}

/**
 * Removes the reports of all but the newest imports of M3U lists. Of older imports only the counts are kept, of the newest
 * thousand and of the last one that was published of each provider, whose plans its next list gets; older previews (imports
 * waiting to be published) are cancelled.
 *
 * @returns the ids of the cancelled previews
 */
async function forgetOldReports(session: Kysely<Database>): Promise<string[]> {
  const old = await session
    .selectFrom('import')
    .select(['id', 'status'])
    .where('has_report', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(importReportsKept)
    .execute();
  const forgotten: typeof old = [];
  for (const { id, status } of old) {
    // Without the transaction, a server that dies between the two statements would leave rows that nothing removes.
    await session.transaction().execute(async (trx) => {
      // A preview that somebody publishes meanwhile stays.
      const { numUpdatedRows } = await trx
        .updateTable('import')
        .set({ has_report: false, groups: '[]', ...(status === 'preview' && { status: 'cancelled' }) })
        .where('id', '=', id)
        .where('status', '=', status)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return;
      forgotten.push({ id, status });
      await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
    });
  }
  await sql`
    delete from import where status not in ('running', 'preview') and not has_report
      and id not in (select id from import order by created_at desc, id desc limit ${importsKept})
      and id not in (
        select distinct on (provider_id) id from import where status = 'done' and provider_id is not null
        order by provider_id, created_at desc)`.execute(session);
  return forgotten.filter(({ status }) => status === 'preview').map(({ id }) => id);
}

/**
 * Writes the report of an import in place of an earlier one, which a preview has that is published or read again.
 *
 * @param isPreview - whether the report says of each entry why it is doubtful, and its form, as previews show them
 */
export async function writeReport(
  trx: Transaction<Database>,
  id: string,
  { isPreview } = { isPreview: false },
): Promise<void> {
  await clearReport(trx, id);
  await runTogether(trx, addToReport(id, { isPreview }));
}

export async function clearReport(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
}

/** SQL condition for the entries of the temporary tables `staged` and `found` whose title or channel is for adults. */
const isForAdults = sql`(staged.is_adult and staged.kind <> 'skipped')`;
const forAdults = sql`'Es para adultos.'::text`;

/**
 * The SQL statements that add the entries of the temporary tables `staged` and `found` to the report of an import (one row for each entry of
 * the M3U list, with what became of it), in the transaction that publishes the import, or that stores its decisions as a
 * preview for an administrator.
 */
export const addToReport = (id: string, { isPreview } = { isPreview: false }): RawBuilder<unknown>[] => [
  createParentChanges,
  sql`
    insert into import_entry
      (import_id, position, line, title, group_title, outcome, reason, target_kind, target_id, parent_id, made_parent,
       made_title, address_hash, before, tipo, doubt, languages, quality, country, edition, is_adult, form,
       parent_changes)
    select ${sql.lit(id)}, staged.position, line, title, group_title, coalesce(found.outcome, 'skipped'),
      nullif(concat_ws(' ', coalesce(found.reason, staged.reason), case when ${isForAdults} then ${forAdults} end), ''),
      target_kind, target_id, parent_id, coalesce(made_parent, false),
      case when found.outcome = 'added' then chapter_title end,
      case when found.outcome in ('added', 'updated') then address_hash end, before,
      case when kind <> 'skipped' then tipo end, case when ${sql.lit(isPreview)} and kind <> 'skipped' then doubt end, languages,
      quality, country, edition, is_adult, case when ${sql.lit(isPreview)} then form end, change.names
    from staged left join found using (position)
    left join (select id, array_agg(distinct name) as names from parent_change group by id) as change
      on change.id = coalesce(parent_id, target_id)
    order by staged.position`,
];

/**
 * Records the result of an import of an M3U list in the table `import`, in the transaction that publishes the import,
 * or that stores its decisions as a preview for an administrator.
 *
 * @throws AppError `resource.conflict` when a restore has replaced the data that the import was based on
 */
export async function finishImport(
  trx: Transaction<Database>,
  id: string,
  status: 'done' | 'preview',
  result: {
    counts: ImportCounts;
    errors: readonly object[];
    errorCount: number;
    groups: readonly ImportGroup[];
    /** How many entries of a preview are doubtful. */
    doubtful?: number;
    /** What was chosen for the entries and groups of a preview. */
    choices?: KeptChoices;
    /** The plans that open what a preview brings once it is published. */
    plans?: ImportOptions['plans'];
    waiting?: WaitingReason | undefined;
  },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('import')
    .set({
      status,
      phase: null,
      // The progress is written now and then, so the last one may say less.
      done_bytes: sql<number>`size_bytes`,
      ...result.counts,
      errors: JSON.stringify(result.errors),
      error_count: result.errorCount,
      groups: JSON.stringify(result.groups),
      doubtful: result.doubtful ?? 0,
      choices: JSON.stringify(result.choices ?? {}),
      has_report: true,
      ...(status === 'preview' && {
        options: sql`(options - 'plans') || ${JSON.stringify({ plans: result.plans, waiting: result.waiting })}::jsonb`,
      }),
      ...(status === 'done' && { published_at: sql<Date>`now()`, finished_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('resource.conflict');
}
