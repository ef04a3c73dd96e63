import { sql, type Kysely } from 'kysely';
import { bumpCatalogueVersion, type Database } from '../src/index.ts';

/** In an order that foreign keys allow; what is deleted by cascade is not named. */
const emptiedTables = [
  'audit_entry',
  'import_entry',
  'import',
  'progress',
  'chapter_progress',
  'favourite',
  'play',
  'collection',
  'migration_run',
  'reading_run',
  'channel_failure',
  'guide_source',
  'programme_title',
  'channel',
  'video',
  'search_word',
  'media_file',
  'source_look',
  'enrichment',
  'enrichment_spend',
];

/**
 * Deletes what tests have imported and recorded: the catalogue, providers, imports, progress, generated content, the audit
 * log. People, their sessions and the settings stay. So the tests of a file can share one database, which costs many
 * times what this does.
 *
 * @returns the new version of the catalogue
 */
export async function clearCatalogue(trx: Kysely<Database>): Promise<number> {
  const statements = emptiedTables.map((table) => `delete from ${table}`);
  await sql.raw([...statements, 'delete from provider where not is_built_in'].join(';')).execute(trx);
  return bumpCatalogueVersion(trx);
}
