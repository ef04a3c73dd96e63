import { sql, type Kysely, type Migration } from 'kysely';

// Postgres treats an update of a column with a full unique index as a change of the row's key, which blocks everybody
// who inserts a reference to the row: saving the watch progress of a title would wait for the import that renews the
// title's URL. A partial unique index does not have this effect.
// @see https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
const statements = ['video', 'chapter'].flatMap((table) => [
  sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_address_hash_key`)}`,
  sql`
    create unique index ${sql.id(`${table}_address_hash_key`)} on ${sql.table(table)} (address_hash)
    where address_hash is not null`,
]);

/** Keeps the URLs of videos and chapters unique, and lets an M3U import renew them while people watch. */
export const addressKeysMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
