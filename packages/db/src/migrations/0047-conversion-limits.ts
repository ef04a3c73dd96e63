import { sql, type Kysely, type Migration } from 'kysely';

/** Adds the settings of how many conversions run at once on a server; without a number, its cores decide. */
export const conversionLimitsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      alter table setting
        add column copies_at_once smallint check (copies_at_once > 0),
        add column encodings_at_once smallint check (encodings_at_once > 0)`.execute(db);
  },
};
