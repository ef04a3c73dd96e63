import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The enrichment is keyed by title, not by video id: a title that is deleted and imported again keeps its enrichment.
  sql`
    create table enrichment (
      key bytea not null,
      content jsonb not null,
      made_at timestamptz not null,
      constraint enrichment_pkey primary key (key),
      constraint enrichment_key_check check (length(key) = 32)
    )`,
  sql`create index enrichment_made_at_idx on enrichment (made_at)`,
  // Counts the model calls of a day, for each account and (with an empty key) for all accounts together.
  sql`
    create table enrichment_spend (
      day text not null,
      spender text not null,
      calls integer not null,
      constraint enrichment_spend_pkey primary key (day, spender),
      constraint enrichment_spend_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$')
    )`,
  // Finds a sample of the accounts that watched a video from the index alone; the sample is always the same accounts.
  sql`create index progress_watchers_idx on progress (video_id, account_id desc)`,
  sql`drop index progress_video_id_idx`,
];

/** Adds what a model wrote about titles, the daily count of model calls, and an index of who watched a video. */
export const enrichmentMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
