import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the setting that lets viewers add titles to collections, and to each title of a collection the entry of the audit
 * log that says who added it. Titles that were added before have no such entry.
 */
export const collectionAdditionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table setting add column viewers_add_to_collections boolean not null default true`.execute(
      db,
    );
    // No foreign key: an entry of the audit log may be deleted while the title stays in its collection.
    await sql`alter table collection_item add column addition_id text`.execute(db);
    await sql`create index collection_item_addition_id_idx on collection_item (addition_id)`.execute(db);
  },
};
