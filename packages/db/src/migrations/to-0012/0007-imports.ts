import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  sql`
    create table import (
      id text not null,
      kind text not null,
      file_name text not null,
      options jsonb not null,
      status text not null default 'running',
      phase text default 'receiving',
      size_bytes bigint not null default 0,
      done_bytes bigint not null default 0,
      entries integer not null default 0,
      added integer not null default 0,
      updated integer not null default 0,
      duplicates integer not null default 0,
      skipped integer not null default 0,
      movies integer not null default 0,
      series integer not null default 0,
      errors jsonb not null default '[]',
      groups jsonb not null default '[]',
      error_code text,
      is_cancelled boolean not null default false,
      has_report boolean not null default false,
      account_id text,
      username text not null,
      created_at timestamptz not null default now(),
      published_at timestamptz,
      finished_at timestamptz,
      constraint import_pkey primary key (id),
      constraint import_kind_check check (kind in ('channels', 'videos', 'section', 'mixed')),
      constraint import_status_check check (
        status in ('running', 'preview', 'done', 'failed', 'cancelled', 'undone')
      ),
      constraint import_phase_check check (phase in ('receiving', 'reading', 'publishing'))
    )`,
  sql`create index import_newest_idx on import (created_at desc, id desc)`,
  // The unique index on running imports guarantees that only one M3U import runs at a time.
  sql`create unique index import_running_key on import (status) where status = 'running'`,
  // `import_entry` is the report of an M3U import, from which the import is undone: the rows that it created or
  // changed, their former values, and the URL that tells whether a row was changed since. A foreign key to `import`
  // would be checked for each of a million rows, so there is none.
  sql`
    create table import_entry (
      import_id text not null,
      position integer not null,
      line integer not null,
      title text not null,
      group_title text not null,
      outcome text not null,
      reason text,
      target_kind text,
      target_id text,
      parent_id text,
      made_parent boolean not null default false,
      made_title text,
      address_hash bytea,
      before jsonb,
      constraint import_entry_pkey primary key (import_id, position),
      constraint import_entry_outcome_check check (outcome in ('added', 'updated', 'duplicate', 'skipped')),
      constraint import_entry_target_kind_check check (target_kind in ('film', 'chapter', 'source'))
    )`,
];

/** Adds the history of M3U imports: when, by whom, and the outcome of each entry. */
export const importsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
