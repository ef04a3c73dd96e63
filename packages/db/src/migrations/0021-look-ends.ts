import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`alter table source_look add column has_end boolean not null default false`,
  // The codecs of HLS lists with an end were not looked for; without these rows, such lists are looked at again.
  sql`delete from source_look where stream_kind = 'hls' and codecs is null`,
];

/** Adds to each look at a stream whether its list has an end. */
export const lookEndsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
