import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `source_look` holds what the first bytes of a stream showed: its kind, and the codecs of a stream that was looked
  // into. The key is the hash of the stream's URL.
  sql`
    create table source_look (
      address_hash bytea not null,
      looked_at timestamptz not null,
      stream_kind text not null,
      extension text not null,
      codecs jsonb,
      constraint source_look_pkey primary key (address_hash),
      constraint source_look_address_hash_check check (length(address_hash) = 32),
      constraint source_look_stream_kind_check check (stream_kind in ('hls', 'dash', 'ts', 'file'))
    )`,
];

/** Adds the table of what the first bytes of streams showed (`source_look`). */
export const sourceLooksMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
