import type { Kysely } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from '../src/schema/index.ts';

const union = (...values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ');

const streamKind = union('hls', 'dash', 'ts', 'file');

/** The type of a `jsonb` column whose value is read as an object or null, and written as JSON text. */
const writtenAsText = 'ColumnType<Record<string, unknown> | null, string | null, string | null>';

/**
 * Types of table columns that Kysely's generator cannot derive: the values that check constraints allow, and the types
 * of the JSON in `jsonb` columns.
 */
const columns = {
  'account.role': union('admin', 'user'),
  'audit_entry.after': writtenAsText,
  'audit_entry.before': writtenAsText,
  'channel_source.catchup': `${union('default', 'append', 'shift', 'fs', 'xc', 'vod')} | null`,
  'channel_source.stream_kind': streamKind,
  'chapter.stream_kind': `${streamKind} | null`,
  'collection.items_model': union('Video', 'Serie'),
  'fact_source.name': union('tmdb', 'tvmaze'),
  'favourite.item_type': union('video', 'channel'),
  'guide_source.kind': union('address', 'demo', 'file', 'xtream'),
  'import.kind': union('channels', 'videos', 'section', 'mixed'),
  'import.phase': `Generated<${union('receiving', 'reading', 'waiting', 'publishing')} | null>`,
  'import.status': `Generated<${union('running', 'preview', 'done', 'failed', 'cancelled', 'undone')}>`,
  'import_entry.outcome': union('added', 'updated', 'duplicate', 'skipped'),
  'import_entry.tipo': `${union('canal', 'pelicula', 'serie', 'anime', 'dorama', 'novela', 'documental', 'zona kids')} | null`,
  'import_entry.target_kind': `${union('film', 'chapter', 'source', 'series', 'version')} | null`,
  'provider.kind': union('file', 'm3u', 'xtream'),
  'reading_run.status': union('reading', 'read', 'applying', 'applied', 'undoing', 'undone', 'failed'),
  'title_match.kind': union('film', 'series'),
  'title_match.state': union('matched', 'none', 'unsure'),
  'trial_use.kind': union('device', 'address'),
  'video.fact_sources': writtenAsText,
  'video.given_facts': writtenAsText,
  'video.tipo': union('pelicula', 'serie', 'anime', 'dorama', 'novela', 'documental', 'zona kids'),
  'video.stream_kind': `${streamKind} | null`,
  'video_version.stream_kind': streamKind,
};

/** Generates the TypeScript types of every table of a migrated database, as in `tables.generated.ts`. */
export async function renderTables(db: Kysely<Database>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    excludePattern: 'public.kysely_*',
    // `int8` and `timestamptz` columns get the types that the type parsers of the product's database connections
    // return.
    typeMapping: { int8: 'number', timestamptz: 'Date' },
    overrides: { columns },
  });
}
