import { sql, type Kysely, type Migration } from 'kysely';

// `reading_run` has one row for each time that an administrator had the stored titles read again. `preview` is written by the server
// and read by it alone. What the undo of a run needs is in `migration_kept` under the same id, because a run may turn films into
// chapters as a merge of films does.
const statements = [
  // Which revision of the reader of names has read a list; null for lists that were read before revisions were noted.
  sql`alter table import add column reader_revision integer`,
  sql`
    create table reading_run (
      id text not null,
      status text not null,
      account_id text,
      username text not null,
      reader_revision integer not null,
      done integer not null default 0,
      preview jsonb,
      error_code text,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      applied_at timestamptz,
      undone_at timestamptz,
      constraint reading_run_pkey primary key (id),
      constraint reading_run_status_check
        check (status in ('reading', 'read', 'applying', 'applied', 'undoing', 'undone', 'failed')),
      constraint reading_run_account_id_fkey foreign key (account_id) references account (id) on delete set null
    )`,
  // At most one run is going on, whichever server it was asked of.
  sql`
    create unique index reading_run_running_key on reading_run ((true))
    where status in ('reading', 'applying', 'undoing')`,
  sql`create index reading_run_newest_idx on reading_run (created_at desc)`,
];

/**
 * Adds the runs of «Leer de nuevo», with which the titles of lists that are already imported are read again.
 *
 * @see docs/decisions/076-reading-again.md
 */
export const readingsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
