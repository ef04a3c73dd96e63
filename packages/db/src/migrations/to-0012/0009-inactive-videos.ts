import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The administrators' queries of titles include inactive ones, which are few. These indexes hold only inactive
  // titles, so that writing an active title does not update them.
  sql`create index video_inactive_idx on video (created_at desc, id desc) where not active`,
  sql`create index video_inactive_tipo_idx on video (tipo, created_at desc, id desc) where not active`,
  sql`create index video_inactive_search_idx on video using gin (search_text gin_trgm_ops) where not active`,
];

/** Adds indexes for inactive titles (hidden from viewers), like those that active titles have. */
export const inactiveVideosMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
