import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `migration_run` has one row for each merge of films into series, with the data from which the merge is undone.
  sql`
    create table migration_run (
      id text not null,
      executed_at timestamptz not null default now(),
      username text not null,
      backup_name text not null,
      movies_deleted integer not null,
      series_created integer not null,
      series_updated integer not null,
      undone_at timestamptz,
      constraint migration_run_pkey primary key (id)
    )`,
  sql`create index migration_run_newest_idx on migration_run (executed_at desc)`,
  // `migration_chapter` has no foreign keys to videos and chapters: a merge of films into series deletes the films, and
  // administrators may later delete the series.
  sql`
    create table migration_chapter (
      run_id text not null,
      film_id text not null,
      series_id text not null,
      chapter_id text not null,
      constraint migration_chapter_pkey primary key (run_id, film_id),
      constraint migration_chapter_run_id_fkey foreign key (run_id) references migration_run (id) on delete cascade
    )`,
  sql`create index migration_chapter_chapter_id_idx on migration_chapter (chapter_id)`,
  sql`
    create table migration_kept (
      id bigint generated always as identity,
      run_id text not null,
      kind text not null,
      content jsonb not null,
      constraint migration_kept_pkey primary key (id),
      constraint migration_kept_run_id_fkey foreign key (run_id) references migration_run (id) on delete cascade
    )`,
  sql`create index migration_kept_run_id_idx on migration_kept (run_id, kind)`,
  // `play` records what each account watched on a day, under which plan, and for how long.
  sql`
    create table play (
      account_id text not null,
      item_key text not null,
      day text not null,
      plan text not null,
      seconds integer not null,
      constraint play_pkey primary key (account_id, item_key, day),
      constraint play_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint play_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      constraint play_seconds_check check (seconds >= 0)
    )`,
  sql`create index play_day_idx on play (day)`,
  sql`
    create table channel_failure (
      channel_id text not null,
      day text not null,
      failures integer not null,
      last_at timestamptz not null,
      constraint channel_failure_pkey primary key (channel_id, day),
      constraint channel_failure_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade,
      constraint channel_failure_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$')
    )`,
];

/** Adds the tables for merges of films into series, and for statistics of plays and of channels that fail. */
export const upkeepMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
