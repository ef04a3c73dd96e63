import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The lists of administrators hold what viewers do not see. There is little of it, and adding what is active costs nothing.
  sql`create index video_inactive_idx on video (created_at desc, id desc) where not active`,
  sql`create index video_inactive_tipo_idx on video (tipo, created_at desc, id desc) where not active`,
  sql`create index video_inactive_search_idx on video using gin (search_text gin_trgm_ops) where not active`,
];

/** What is inactive is found as quickly as what is active. */
export const inactiveVideosMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
