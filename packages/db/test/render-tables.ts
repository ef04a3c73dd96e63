import type { Kysely } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from '../src/schema/index.ts';

const union = (...values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

const streamKind = union('hls', 'dash', 'ts', 'file');

/** The type of a JSON column that is an object or null when read, and JSON text when written. */
const writtenAsText = 'ColumnType<Record<string, unknown> | null, string | null, string | null>';

/** Column types: the values that check constraints allow and, for `jsonb` columns, the type of the JSON. */
const columns = {
  'account.role': union('admin', 'user'),
  'audit_entry.after': writtenAsText,
  'audit_entry.before': writtenAsText,
  'channel_source.stream_kind': streamKind,
  'chapter.stream_kind': `${streamKind} | null`,
  'favourite.item_type': union('video', 'channel'),
  'import.kind': union('channels', 'videos', 'section', 'mixed'),
  'import.phase': `Generated<${union('receiving', 'reading', 'publishing')} | null>`,
  'import.status': `Generated<${union('running', 'preview', 'done', 'failed', 'cancelled', 'undone')}>`,
  'import_entry.outcome': union('added', 'updated', 'duplicate', 'skipped'),
  'video.stream_kind': `${streamKind} | null`,
};

/** Generates the TypeScript types of every table of a migrated database. */
export async function renderTables(db: Kysely<Database>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    excludePattern: 'public.kysely_*',
    // These types are what the pool's type parsers return.
    typeMapping: { int8: 'number', timestamptz: 'Date' },
    overrides: { columns },
  });
}
