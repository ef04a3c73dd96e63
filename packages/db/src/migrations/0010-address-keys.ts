import { sql, type Kysely, type Migration } from 'kysely';

// A column of a whole unique index counts as a part of the key: who changes it locks out everybody that refers to the row,
// and first places in what an import renews would wait for the import. One with a condition does not count so.
// @see https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS
const statements = ['video', 'chapter'].flatMap((table) => [
  sql`alter table ${sql.table(table)} drop constraint ${sql.id(`${table}_address_hash_key`)}`,
  sql`
    create unique index ${sql.id(`${table}_address_hash_key`)} on ${sql.table(table)} (address_hash)
    where address_hash is not null`,
]);

/** Addresses stay unique, and can be renewed while people watch. */
export const addressKeysMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
