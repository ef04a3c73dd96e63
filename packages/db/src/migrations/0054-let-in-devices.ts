import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds the device of the account from which a session was let in with a code, so that whoever ends the session of that device
 * ends this one too. Null for sessions that were opened with a password, or before this migration.
 */
export const letInDevicesMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table session add column let_in_by text`.execute(db);
  },
};
