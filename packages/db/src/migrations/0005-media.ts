import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // What is inside the files of the catalogue, by the hash of their address: titles that share a file share it too. Without
  // facts the file could not be read when it was last tried.
  sql`
    create table media_file (
      address_hash bytea not null,
      probed_at timestamptz not null,
      facts jsonb,
      keyframes_ms int4[],
      constraint media_file_pkey primary key (address_hash),
      constraint media_file_address_hash_check check (length(address_hash) = 32),
      constraint media_file_keyframes_ms_check check (keyframes_ms is null or facts is not null)
    )`,
];

/** What is inside the files of the catalogue. */
export const mediaMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
