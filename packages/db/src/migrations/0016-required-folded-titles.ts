import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Requires every new video to name its folded title (lower case, no accents): the default of `title_folded`, an empty
 * text, only served to add the column, and a video that was stored with it would not be recognised by an import.
 */
export const requiredFoldedTitlesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table video alter column title_folded drop default`.execute(db);
  },
};
