import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Counts what servers request at a provider while nobody has asked for it: how many requests since `background_since`, a day
 * at most, and when the next one may be sent. `reads_ahead` is the operator's switch for more of them.
 */
export const backgroundRequestsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table provider
        add column reads_ahead boolean not null default false,
        add column background_since timestamptz,
        add column background_count integer not null default 0,
        add column background_next_at timestamptz`.execute(db);
  },
};
