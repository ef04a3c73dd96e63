import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // The `progress` row of a series names the chapter at which a person continues; the position inside the chapter is
  // stored in `chapter_progress`.
  sql`
    alter table progress
      add column chapter_id text,
      add column device_id text,
      add constraint progress_chapter_id_fkey foreign key (chapter_id) references chapter (id) on delete set null`,
  sql`create index progress_chapter_id_idx on progress (chapter_id)`,
  sql`
    create table chapter_progress (
      account_id text not null,
      chapter_id text not null,
      last_time_seconds double precision not null,
      duration_seconds double precision,
      progress double precision not null,
      is_completed boolean not null default false,
      last_watched_at timestamptz not null,
      constraint chapter_progress_pkey primary key (account_id, chapter_id),
      constraint chapter_progress_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint chapter_progress_chapter_id_fkey foreign key (chapter_id) references chapter (id) on delete cascade,
      constraint chapter_progress_progress_check check (progress between 0 and 1),
      constraint chapter_progress_last_time_seconds_check check (last_time_seconds >= 0)
    )`,
  sql`create index chapter_progress_chapter_id_idx on chapter_progress (chapter_id)`,
  // How many seconds of media an account was given on one day under the daily trial (free minutes of titles that its
  // plan does not open); each second of a title's media is counted once.
  sql`
    create table trial_part (
      account_id text not null,
      day text not null,
      item_key text not null,
      seconds int4multirange not null,
      constraint trial_part_pkey primary key (account_id, day, item_key),
      constraint trial_part_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint trial_part_day_check check (day ~ '^\\d{4}-\\d{2}-\\d{2}$')
    )`,
];

/** Adds each person's watch position in each chapter of a series, and how much of the daily free trial was used. */
export const watchingMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
