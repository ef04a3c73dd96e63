import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`alter table import add column error_count integer not null default 0`,
  sql`update import set error_count = jsonb_array_length(errors) where errors <> '[]'`,
];

/**
 * Adds a column for the number of all faulty lines of an imported M3U list; the column `errors` holds only the first of
 * these lines.
 */
export const importErrorsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
