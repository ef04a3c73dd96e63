import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Holds the ffprobe results of each file of the catalogue, by the hash of its URL, so that titles with the same file
  // share a row. A row without results means that the last attempt to read the file failed.
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

/** Adds the table of ffprobe results for the catalogue's media files. */
export const mediaMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
