import { sql, type Kysely, type Migration } from 'kysely';

const statements = [
  // `sealed_key` is sealed with the installation's sealing key. `failing_since` is when the first of the failures in a row was;
  // until `retry_at` nothing is requested.
  sql`
    create table fact_source (
      name text not null,
      is_on boolean not null,
      sealed_key bytea,
      error_code text,
      error_count integer not null default 0,
      failing_since timestamptz,
      retry_at timestamptz,
      constraint fact_source_pkey primary key (name),
      constraint fact_source_name_check check (name in ('tmdb', 'tvmaze'))
    )`,
  // TMDB needs a key besides; the others are off until somebody turns them on, because titles leave the machine.
  sql`insert into fact_source (name, is_on) values ('tmdb', true), ('tvmaze', false)`,
  // One row: which process looks for facts, until when it has said so, and whether looking is paused.
  sql`
    create table fact_work (
      id integer not null,
      is_paused boolean not null default false,
      holder text,
      lease_ends_at timestamptz,
      constraint fact_work_pkey primary key (id),
      constraint fact_work_id_check check (id = 1)
    )`,
  sql`insert into fact_work (id) values (1)`,
  // Which work of a source a title is: by `key`, which is made of the kind, the folded title and the year, so that it holds
  // for every row with this title, also after another import. With `username` somebody has decided it, `none` for no work.
  // `candidates`: at most five, for `unsure`. `previous`: what was decided before.
  sql`
    create table title_match (
      id text not null,
      key text not null,
      kind text not null,
      title text not null,
      year integer,
      state text not null,
      source text,
      work_id text,
      candidates jsonb not null default '[]',
      username text,
      decided_at timestamptz,
      previous jsonb,
      looked_at timestamptz not null,
      next_look_at timestamptz,
      constraint title_match_pkey primary key (id),
      constraint title_match_key_key unique (key),
      constraint title_match_kind_check check (kind in ('film', 'series')),
      constraint title_match_state_check check (state in ('matched', 'unsure', 'none')),
      constraint title_match_work_check check ((state = 'matched') = (source is not null and work_id is not null))
    )`,
  sql`create index title_match_state_idx on title_match (state, looked_at)`,
  sql`
    create table work_facts (
      source text not null,
      work_id text not null,
      name text not null,
      year integer,
      runtime integer,
      seasons integer,
      facts jsonb not null,
      etag text,
      fetched_at timestamptz not null,
      constraint work_facts_pkey primary key (source, work_id)
    )`,
  // `fact_sources`: from which source a column has its value, 'hand' for an administrator; a column that it does not name has
  // what the provider says. `given_facts`: what the provider had said before an administrator changed it. `found_year` is shown
  // where `release_year` is unknown, which identifies the title in imports and so stays as the list says.
  sql`
    alter table video
      add column facts_key text,
      add column found_year integer,
      add column fact_sources jsonb,
      add column given_facts jsonb`,
  sql`create index video_facts_key_idx on video (facts_key) where facts_key is not null`,
  sql`
    create function forget_facts_key() returns trigger language plpgsql as $$
    begin
      new.facts_key := null;
      return new;
    end $$`,
  sql`
    create trigger video_facts_key_trigger before update of title_folded, release_year, tipo on video
    for each row when ((old.title_folded, old.release_year, old.tipo)
      is distinct from (new.title_folded, new.release_year, new.tipo)) execute function forget_facts_key()`,
];

/**
 * Adds facts of films and series with their sources: which work of a source a title is, what the source knows of it, and where
 * each value of a title comes from.
 *
 * @see docs/decisions/116-facts-with-their-source.md
 */
export const factsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
