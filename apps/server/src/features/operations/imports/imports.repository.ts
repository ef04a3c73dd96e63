import type { ImportDetail, ImportGroup, ImportOutcome, PlanKey } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';
import { findListProvider, findNameRules } from '../../../shared/provider/list-provider.ts';
import type { ImportOptions, KeptChoices } from './reading/import-options.ts';
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
  'channels',
  'other_sources',
  'other_versions',
  'doubtful',
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

/** Which rows of a report are listed. */
export interface RowPage {
  outcome?: ImportOutcome | undefined;
  /** Whether only doubtful entries are listed, or only those that are not; without it both. */
  isDoubtful?: boolean;
  /** The position after which the rows come. */
  after?: number;
  offset?: number;
  limit: number;
}

/** All SQL on the tables `import` and `import_entry`, except for publishing and undoing imports. */
export const createImportsRepository = (db: Kysely<Database>) => ({
  ...createImportStates(db),
  ...createImportHistory(db),
});

function createImportHistory(db: Kysely<Database>) {
  const listRows = (id: string, page: RowPage) =>
    db
      .selectFrom('import_entry as entry')
      .leftJoin('channel', (join) =>
        join.on('entry.target_kind', '=', 'source').onRef('channel.id', '=', 'entry.parent_id'),
      )
      .leftJoin('video', (join) =>
        join
          .on('entry.target_kind', 'in', ['film', 'chapter', 'series', 'version'])
          .onRef('video.id', '=', 'entry.parent_id'),
      )
      .select([
        'entry.position',
        'entry.line',
        'entry.title',
        'entry.group_title',
        'entry.outcome',
        'entry.reason',
        'entry.tipo',
        'entry.doubt',
        'entry.languages',
        'entry.quality',
        'entry.country',
        'entry.edition',
        'entry.is_adult',
        'entry.form',
        'channel.id as channel_id',
        'channel.name as channel_name',
        'video.id as video_id',
        'video.title as video_title',
      ])
      .where('entry.import_id', '=', id)
      .where('entry.position', '>', page.after ?? 0)
      .where((where) => where.and(page.outcome === undefined ? {} : { 'entry.outcome': page.outcome }))
      .$if(page.isDoubtful !== undefined, (query) =>
        query.where('entry.doubt', page.isDoubtful === true ? 'is not' : 'is', null),
      )
      .orderBy('entry.position')
      .limit(page.limit)
      .offset(page.offset ?? 0)
      .execute();

  async function countDoubtful(id: string, outcome: ImportOutcome | undefined): Promise<number> {
    const { total } = await db
      .selectFrom('import_entry')
      .select((select) => select.fn.countAll<number>().as('total'))
      .where('import_id', '=', id)
      .where('doubt', 'is not', null)
      .where((where) => where.and(outcome === undefined ? {} : { outcome }))
      .executeTakeFirstOrThrow();
    return total;
  }

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

    /**
     * Finds the plans that the newest finished import of a provider was opened to: its next list opens to the same ones.
     */
    async findPlans(providerId: string): Promise<readonly PlanKey[] | undefined> {
      const row = await db
        .selectFrom('import')
        .select(sql<PlanKey[] | null>`options -> 'plans'`.as('plans'))
        .where('provider_id', '=', providerId)
        .where('status', '=', 'done')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.plans ?? undefined;
    },

    find: (id: string) =>
      db
        .selectFrom('import')
        .select(summary)
        .select([
          'error_count',
          sql<ImportDetail['errors']>`errors`.as('errors'),
          sql<ImportGroup[]>`groups`.as('groups'),
          sql<KeptChoices>`choices`.as('choices'),
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
    async countRows(id: string, outcome: ImportOutcome | undefined, isDoubtful = false): Promise<number> {
      const row = await db.selectFrom('import').select(summary).where('id', '=', id).executeTakeFirst();
      if (row?.has_report !== true) return 0;
      if (!isDoubtful) return outcome === undefined ? row.entries : row[outcomeColumns[outcome]];
      if (row.status !== 'preview') return 0;
      return outcome === undefined ? row.doubtful : countDoubtful(id, outcome);
    },

    findProvider: (id: string) => findListProvider(db, id),

    findNameRules: (id: string) => findNameRules(db, id),

    /** Finds the forms of entries in the report of a preview, by their positions; an entry without a form is absent. */
    async findForms(id: string, positions: readonly number[]): Promise<ReadonlyMap<number, string>> {
      if (positions.length === 0) return new Map();
      const rows = await db
        .selectFrom('import_entry')
        .select(['position', 'form'])
        .where('import_id', '=', id)
        .where('position', 'in', positions)
        .where('form', 'is not', null)
        .execute();
      return new Map(rows.map(({ position, form }) => [position, form ?? '']));
    },

    listAccess: (id: string) => listAccessGroups(db, id),

    /** Lists the rows of an import's report that come after a position, in the order of the M3U list. */
    listRows,

    /**
     * Lists a page of an import's report: the doubtful entries of a preview first, each part in the order of the list. It
     * asks twice, because each query finds its rows in the order of an index, however long the report is.
     */
    async listReportPage(
      id: string,
      page: { outcome: ImportOutcome | undefined; isDoubtful: boolean; offset: number; limit: number },
    ) {
      const { outcome, isDoubtful, offset, limit } = page;
      const first = await listRows(id, { outcome, isDoubtful: true, offset, limit });
      if (isDoubtful || first.length === limit) return first;
      const doubtful = first.length > 0 ? offset + first.length : await countDoubtful(id, outcome);
      const rest = await listRows(id, {
        outcome,
        isDoubtful: false,
        offset: Math.max(0, offset - doubtful),
        limit: limit - first.length,
      });
      return [...first, ...rest];
    },
  };
}

export type ImportsRepository = ReturnType<typeof createImportsRepository>;
export type ImportSummaryRow = NonNullable<Awaited<ReturnType<ImportsRepository['findSummary']>>>;
export type ImportRowOfDetail = NonNullable<Awaited<ReturnType<ImportsRepository['find']>>>;
export type ReportRow = Awaited<ReturnType<ImportsRepository['listRows']>>[number];
