import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds what Xtream accounts tell: when an account ends; cast, direction and length of titles; and the series that each
 * account has (`series_listing`), whose chapters are requested later than the series are listed.
 *
 * @see docs/decisions/051-xtream-accounts.md
 */
export const accountsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table provider add column expires_at timestamptz`.execute(db);
    await sql`
      alter table video
      add column cast_names text[], add column director text, add column duration_seconds integer,
      add constraint video_duration_seconds_check check (duration_seconds > 0)`.execute(db);
    await sql`
      alter table import_entry
      drop constraint import_entry_target_kind_check,
      add constraint import_entry_target_kind_check
        check (target_kind in ('film', 'chapter', 'source', 'series')) not valid`.execute(db);
    // `changed_at` is when the chapters changed last, as the account's list of series says it; `read_changed_at` is what
    // it said when the chapters were read last, at `read_at`.
    await sql`
      create table series_listing (
        provider_id text not null,
        series_id text not null,
        video_id text not null,
        changed_at timestamptz,
        read_at timestamptz,
        read_changed_at timestamptz,
        missing_since timestamptz,
        constraint series_listing_pkey primary key (provider_id, series_id),
        constraint series_listing_provider_id_fkey
          foreign key (provider_id) references provider (id) on delete cascade,
        constraint series_listing_video_id_fkey foreign key (video_id) references video (id) on delete cascade
      )`.execute(db);
    await sql`create index series_listing_video_id_idx on series_listing (video_id)`.execute(db);
  },
};
