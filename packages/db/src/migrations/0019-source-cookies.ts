import { sql, type Kysely, type Migration } from 'kysely';

const statements = ['channel_source', 'video', 'chapter'].map(
  (table) => sql`alter table ${sql.table(table)} add column cookie text, add column origin text`,
);

/** Stores the cookies and the `origin` header that M3U lists give for the stream addresses of channels and videos. */
export const sourceCookiesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
