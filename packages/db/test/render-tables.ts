import type { Kysely } from 'kysely';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Database } from '../src/schema/index.ts';

/** The TypeScript of every table of a migrated database. */
export async function renderTables(db: Kysely<Database>): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    outFile: null,
    excludePattern: 'public.kysely_*',
    // The pool's type parsers return these types.
    typeMapping: { int8: 'number', timestamptz: 'Date' },
    overrides: {
      columns: {
        'account.role': "'admin' | 'user'",
        'channel_source.stream_kind': "'hls' | 'dash' | 'ts' | 'file'",
      },
    },
  });
}
