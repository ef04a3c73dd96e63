import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds to a session that was let in with a code the devices from which that came about: the one that let it in comes last,
 * before it the one that had let that one in, and so on. `let_in_by` alone leads no further once a device in between has
 * signed out. Empty for sessions that were opened with a password, or before this migration.
 */
export const sessionChainsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table session add column let_in_chain text[] not null default '{}'`.execute(db);
  },
};
