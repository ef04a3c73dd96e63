import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Administrators' lists include inactive titles, which are few: the index holds only them, so active titles cost it nothing.
  sql`create index video_inactive_idx on video (created_at desc, id desc) where not active`,
  sql`create index video_inactive_tipo_idx on video (tipo, created_at desc, id desc) where not active`,
  sql`create index video_inactive_search_idx on video using gin (search_text gin_trgm_ops) where not active`,
];

/** Inactive titles are found through an index, as active ones are. */
export const inactiveVideosMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
