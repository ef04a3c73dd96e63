import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // Of titles rather than of videos: the same title imported anew is known already.
  sql`
    create table enrichment (
      key bytea not null,
      content jsonb not null,
      made_at timestamptz not null,
      constraint enrichment_pkey primary key (key),
      constraint enrichment_key_check check (length(key) = 32)
    )`,
  sql`create index enrichment_made_at_idx on enrichment (made_at)`,
  // The calls of a day, of each account and (with an empty key) of everybody.
  sql`
    create table enrichment_spend (
      day text not null,
      spender text not null,
      calls integer not null,
      constraint enrichment_spend_pkey primary key (day, spender),
      constraint enrichment_spend_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$')
    )`,
  // Some of those who watched a video are read from this alone, always the same ones, however many there are.
  sql`create index progress_watchers_idx on progress (video_id, account_id desc)`,
  sql`drop index progress_video_id_idx`,
];

/** What a model said about titles, what that has cost today, and who watched a video. */
export const enrichmentMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
