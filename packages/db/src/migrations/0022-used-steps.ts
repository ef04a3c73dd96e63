import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`alter table second_factor add column used_steps integer[] not null default '{}'`,
  sql`update second_factor set used_steps = array[last_step::integer] where last_step > 0`,
  sql`alter table second_factor drop column last_step`,
];

/**
 * Stores which time steps of a second factor were used, newest first, instead of the latest one: after the clock of the
 * machine was set back, all codes came from steps before the latest.
 */
export const usedStepsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
