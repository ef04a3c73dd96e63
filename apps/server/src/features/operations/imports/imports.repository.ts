import type { ImportDetail, ImportGroup, ImportOutcome } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { findListProvider } from '../../../shared/provider/list-provider.ts';
import type { ImportOptions } from './reading/import-options.ts';
import { listAccessGroups } from './open-import.ts';
import { createImportStates } from './import-states.repository.ts';

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
  'provider_id',
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

/** All SQL on the tables `import` and `import_entry`, except for publishing and undoing imports. */
export const createImportsRepository = (db: Kysely<Database>) => ({
  ...createImportStates(db),
  ...createImportHistory(db),
});

function createImportHistory(db: Kysely<Database>) {
  return {
    async isRunning(): Promise<boolean> {
      const row = await db
        .selectFrom('import')
        .select('id')
        .where('status', '=', 'running')
        .executeTakeFirst();
      return row !== undefined;
    },

    async listPreviewIds(): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('import').select('id').where('status', '=', 'preview').execute();
      return new Set(rows.map(({ id }) => id));
    },

    /** Lists the previews of a provider that wait for a decision. */
    async listWaiting(providerId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('import')
        .select('id')
        .where('provider_id', '=', providerId)
        .where('status', '=', 'preview')
        .execute();
      return rows.map(({ id }) => id);
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

    /** Returns the number of rows in the report of an import of an M3U list, taken from the import's counts. */
    async countRows(id: string, outcome: ImportOutcome | undefined): Promise<number> {
      const row = await db.selectFrom('import').select(summary).where('id', '=', id).executeTakeFirst();
      if (row?.has_report !== true) return 0;
      return outcome === undefined ? row.entries : row[outcomeColumns[outcome]];
    },

    findProvider: (id: string) => findListProvider(db, id),

    listAccess: (id: string) => listAccessGroups(db, id),

    /** Lists the rows of an import's report that come after a position, in the order of the M3U list. */
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
          join
            .on('entry.target_kind', 'in', ['film', 'chapter', 'series'])
            .onRef('video.id', '=', 'entry.parent_id'),
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
  };
}

export type ImportsRepository = ReturnType<typeof createImportsRepository>;
export type ImportSummaryRow = NonNullable<Awaited<ReturnType<ImportsRepository['findSummary']>>>;
export type ImportRowOfDetail = NonNullable<Awaited<ReturnType<ImportsRepository['find']>>>;
export type ReportRow = Awaited<ReturnType<ImportsRepository['listRows']>>[number];
