import { sql, type Kysely, type Migration } from 'kysely';

/** Stores when each of several servers has last reached the shared store, so that the others learn it without that store. */
export const storeSightsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create unlogged table store_sight (
        server_id text not null,
        seen_at timestamptz not null,
        constraint store_sight_pkey primary key (server_id)
      ) with (fillfactor = 50)`.execute(db);
  },
};
