import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds what was decided about the guide of a channel before the present decision, so that undoing returns to it: the columns
 * of the earlier decision as an object, or null where there was none.
 */
export const previousGuideDecisionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table guide_decision add column previous jsonb`.execute(db);
  },
};
