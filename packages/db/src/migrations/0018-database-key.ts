import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Gives the database a key of its own, by which files of the data folder belong to it. Until now that key was derived
 * from the sealing key, so that the sealing key could not be replaced; the value stays the same. A new database gets a
 * random key at its first use.
 */
export const databaseKeyMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      insert into instance_secret (name, value)
      select 'database', sha256(value) from instance_secret where name = 'stream'
      on conflict (name) do nothing`.execute(db);
  },
};
