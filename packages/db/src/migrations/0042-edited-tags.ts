import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds to what has languages, a quality, an edition or a country the names of those of these columns that an administrator
 * has set (`languages`, `quality`, `edition`, `country`), which imports and new readings then leave alone; and to the reports
 * of imports, which columns of the title or channel of an entry the import has changed besides addresses (`is_adult`,
 * `country`), which its undo changes back. Both are null where there are none. A column that is added without a default costs
 * no writing of rows.
 *
 * @see docs/decisions/082-tags-that-administrators-set.md
 */
export const editedTagsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of ['video', 'chapter', 'video_version', 'channel', 'channel_source'])
      await sql`alter table ${sql.table(table)} add column edited_tags text[]`.execute(db);
    await sql`alter table import_entry add column parent_changes text[]`.execute(db);
  },
};
