import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `enrichment` (texts that a language model wrote about a title) is keyed by a hash of the title, not by video id: a
  // title that is deleted and imported again keeps its texts.
  sql`
    create table enrichment (
      key bytea not null,
      content jsonb not null,
      made_at timestamptz not null,
      constraint enrichment_pkey primary key (key),
      constraint enrichment_key_check check (length(key) = 32)
    )`,
  sql`create index enrichment_made_at_idx on enrichment (made_at)`,
  // `enrichment_spend` counts the calls of the language model on a day, for each account and (with an empty key) for
  // all accounts together.
  sql`
    create table enrichment_spend (
      day text not null,
      spender text not null,
      calls integer not null,
      constraint enrichment_spend_pkey primary key (day, spender),
      constraint enrichment_spend_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$')
    )`,
  // With `progress_watchers_idx` Postgres samples the viewers of a video (those with the highest account ids) from the
  // index alone, without reading the table; the fixed order makes repeated queries use the same viewers.
  sql`create index progress_watchers_idx on progress (video_id, account_id desc)`,
  sql`drop index progress_video_id_idx`,
];

/**
 * Adds the texts that a language model wrote about titles, the daily count of its calls, and an index of who watched a
 * video.
 */
export const enrichmentMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
