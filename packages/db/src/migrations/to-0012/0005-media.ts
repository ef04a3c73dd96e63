import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `media_file` holds what ffprobe reported of each film and chapter file, by the hash of the file's URL, so that
  // titles with the same file share a row. A row without results means that the last attempt to read the file failed.
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

/** Adds the table of ffprobe results (`media_file`) for the files of films and chapters. */
export const mediaMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
