import {
  importReportsKept,
  type ErrorCode,
  type ImportDetail,
  type ImportGroup,
  type ImportKind,
  type ImportOutcome,
} from '@butaca/contract';
import type { Actor, Database } from '@butaca/db';
import { sql, type Kysely, type Transaction } from 'kysely';
import { AppError } from '../../../platform/http/app-error.ts';
import type { ImportCounts } from './decide.ts';
import type { ImportOptions } from './import-options.ts';

/** How far a running import is. */
export interface ImportProgress {
  phase: 'receiving' | 'reading' | 'publishing';
  sizeBytes: number;
  doneBytes: number;
  entries: number;
}

const summary = [
  'id',
  'kind',
  'file_name',
  'status',
  'phase',
  'size_bytes',
  'done_bytes',
  'entries',
  'added',
  'updated',
  'duplicates',
  'skipped',
  'movies',
  'series',
  'error_code',
  'has_report',
  'username',
  'created_at',
  'finished_at',
  sql<Omit<ImportOptions, 'kind' | 'choices'>>`options`.as('options'),
] as const;

const outcomeColumns: Readonly<Record<ImportOutcome, 'added' | 'updated' | 'duplicates' | 'skipped'>> = {
  added: 'added',
  updated: 'updated',
  duplicate: 'duplicates',
  skipped: 'skipped',
};

/** An import that ended without its result; what its preview had counted did not happen. */
const nothingDone = {
  phase: null,
  finished_at: sql<Date>`now()`,
  added: 0,
  updated: 0,
  duplicates: 0,
  skipped: 0,
  movies: 0,
  series: 0,
  groups: '[]',
  has_report: false,
};

/** All SQL on `import` and `import_entry`, but for what belongs to publishing and undoing. */
export function createImportsRepository(db: Kysely<Database>) {
  const end = (id: string, status: 'failed' | 'cancelled', code: ErrorCode): Promise<void> =>
    db.transaction().execute(async (trx) => {
      // There may be a long report to be removed.
      await sql`set local statement_timeout = 0`.execute(trx);
      const { numUpdatedRows } = await trx
        .updateTable('import')
        .set({ ...nothingDone, status, error_code: code })
        .where('id', '=', id)
        .where('status', 'in', ['running', 'preview'])
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
    });

  return {
    create: (values: { id: string; kind: ImportKind; fileName: string; sizeBytes: number; actor: Actor }) =>
      db
        .insertInto('import')
        .values({
          id: values.id,
          kind: values.kind,
          file_name: values.fileName,
          options: '{}',
          size_bytes: values.sizeBytes,
          account_id: values.actor.accountId,
          username: values.actor.username,
        })
        .execute(),

    setOptions: (id: string, { kind, categoria, subcategoria, section }: ImportOptions) =>
      db
        .updateTable('import')
        .set({ kind, options: JSON.stringify({ categoria, subcategoria, section }) })
        .where('id', '=', id)
        .execute(),

    /** A preview is taken up to be published. @returns whether it was there to take */
    async resume(id: string): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('import')
        .set({ status: 'running', phase: 'reading', done_bytes: 0, has_report: false })
        .where('id', '=', id)
        .where('status', '=', 'preview')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** A preview that could not be published now can be later: its counts, groups and report are still there. */
    async backToPreview(id: string, entries: number): Promise<void> {
      await db
        .updateTable('import')
        .set({ status: 'preview', phase: null, has_report: true, entries })
        .where('id', '=', id)
        .where('status', '=', 'running')
        .execute();
    },

    /** It never was: what came with it could not be used. */
    remove: (id: string) => db.deleteFrom('import').where('id', '=', id).execute(),

    /** @returns whether somebody wants it to end */
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

    fail: (id: string, code: ErrorCode) => end(id, 'failed', code),

    cancel: (id: string) => end(id, 'cancelled', 'import.cancelled'),

    async isRunning(): Promise<boolean> {
      const row = await db
        .selectFrom('import')
        .select('id')
        .where('status', '=', 'running')
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Every import that says it runs has died. Only to be called while nothing can be running. */
    async failRunning(trx: Kysely<Database>): Promise<void> {
      const dead = await trx
        .updateTable('import')
        .set({ ...nothingDone, status: 'failed', error_code: 'import.interrupted' satisfies ErrorCode })
        .where('status', '=', 'running')
        .returning('id')
        .execute();
      for (const { id } of dead) await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
    },

    async listPreviewIds(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('import').select('id').where('status', '=', 'preview').execute();
      return new Set(rows.map(({ id }) => id));
    },

    find: (id: string) =>
      db
        .selectFrom('import')
        .select(summary)
        .select([
          'error_count',
          sql<ImportDetail['errors']>`errors`.as('errors'),
          sql<ImportGroup[]>`groups`.as('groups'),
        ])
        .where('id', '=', id)
        .executeTakeFirst(),

    findSummary: (id: string) =>
      db.selectFrom('import').select(summary).where('id', '=', id).executeTakeFirst(),

    async listPage({ offset, limit }: { offset: number; limit: number }) {
      const rows = await db
        .selectFrom('import')
        .select(summary)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { total } = await db
        .selectFrom('import')
        .select((select) => select.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return { rows, total };
    },

    /** How many rows a report has, from the counts. */
    async countRows(id: string, outcome: ImportOutcome | undefined): Promise<number> {
      const row = await db.selectFrom('import').select(summary).where('id', '=', id).executeTakeFirst();
      if (row?.has_report !== true) return 0;
      return outcome === undefined ? row.entries : row[outcomeColumns[outcome]];
    },

    /** Rows of a report after a position, in the order of the file. */
    listRows: (
      id: string,
      page: { outcome?: ImportOutcome | undefined; after?: number; offset?: number; limit: number },
    ) =>
      db
        .selectFrom('import_entry as entry')
        .leftJoin('channel', (join) =>
          join.on('entry.target_kind', '=', 'source').onRef('channel.id', '=', 'entry.parent_id'),
        )
        .leftJoin('video', (join) =>
          join.on('entry.target_kind', 'in', ['film', 'chapter']).onRef('video.id', '=', 'entry.parent_id'),
        )
        .select([
          'entry.position',
          'entry.line',
          'entry.title',
          'entry.group_title',
          'entry.outcome',
          'entry.reason',
          'channel.id as channel_id',
          'channel.name as channel_name',
          'video.id as video_id',
          'video.title as video_title',
        ])
        .where('entry.import_id', '=', id)
        .where('entry.position', '>', page.after ?? 0)
        .where((where) => where.and(page.outcome === undefined ? {} : { 'entry.outcome': page.outcome }))
        .orderBy('entry.position')
        .limit(page.limit)
        .offset(page.offset ?? 0)
        .execute(),

    /**
     * Keeps the reports of the newest imports. Of older ones the counts stay; previews among them end.
     *
     * @returns the keys of the previews that ended
     */
    async prune(session: Kysely<Database>): Promise<string[]> {
      const old = await session
        .selectFrom('import')
        .select(['id', 'status'])
        .where('has_report', '=', true)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(importReportsKept)
        .execute();
      for (const { id, status } of old) {
        await session
          .updateTable('import')
          .set({ has_report: false, groups: '[]', ...(status === 'preview' && { status: 'cancelled' }) })
          .where('id', '=', id)
          .execute();
        await session.deleteFrom('import_entry').where('import_id', '=', id).execute();
      }
      return old.filter(({ status }) => status === 'preview').map(({ id }) => id);
    },
  };
}

export type ImportsRepository = ReturnType<typeof createImportsRepository>;
export type ImportSummaryRow = NonNullable<Awaited<ReturnType<ImportsRepository['findSummary']>>>;
export type ImportRowOfDetail = NonNullable<Awaited<ReturnType<ImportsRepository['find']>>>;
export type ReportRow = Awaited<ReturnType<ImportsRepository['listRows']>>[number];

/** Writes what became of each staged entry, from `found`, in the transaction that publishes or previews. */
export async function writeReport(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom('import_entry').where('import_id', '=', id).execute();
  await sql`
    insert into import_entry
      (import_id, position, line, title, group_title, outcome, reason, target_kind, target_id, parent_id, made_parent,
       made_title, address_hash, before)
    select ${id}, staged.position, line, title, group_title, coalesce(found.outcome, 'skipped'),
      coalesce(found.reason, staged.reason), target_kind, target_id, parent_id, coalesce(made_parent, false),
      case when found.outcome = 'added' then chapter_title end,
      case when found.outcome in ('added', 'updated') then address_hash end, before
    from staged left join found using (position)
    order by staged.position`.execute(trx);
}

/**
 * Ends an import with what it did, in the transaction that does it.
 *
 * @throws AppError `resource.conflict` where a restore has put other data in the place of what it decided upon
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
  },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('import')
    .set({
      status,
      phase: null,
      ...result.counts,
      errors: JSON.stringify(result.errors),
      error_count: result.errorCount,
      groups: JSON.stringify(result.groups),
      has_report: true,
      ...(status === 'done' && { published_at: sql<Date>`now()`, finished_at: sql<Date>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('resource.conflict');
}
