import { sql, type Kysely, type Migration } from 'kysely';

const tables = [
  // `sealed_access` holds the address with the request headers, sealed with the installation's sealing key; a guide of an
  // Xtream account is requested with the access of its provider. `place` orders sources, the first one decides.
  // `request_count` counts the times at which a refresh was asked for, so that one asked for during a refresh stays due.
  // `choice_hash` is the SHA-256 of what the channels were chosen by when the guide was read last.
  sql`
    create table guide_source (
      id text not null,
      name text not null,
      kind text not null,
      provider_id text,
      place integer not null,
      shown_address text not null default '',
      sealed_access bytea,
      time_zone text,
      refresh_hours integer,
      is_paused boolean not null default false,
      is_refresh_requested boolean not null default false,
      request_count integer not null default 0,
      etag text,
      last_modified text,
      choice_hash bytea,
      channels integer not null default 0,
      programmes integer not null default 0,
      broken integer not null default 0,
      first_at timestamptz,
      last_at timestamptz,
      next_refresh_at timestamptz,
      tried_at timestamptz,
      refreshed_at timestamptz,
      error_code text,
      error_count integer not null default 0,
      created_at timestamptz not null default now(),
      constraint guide_source_pkey primary key (id),
      constraint guide_source_provider_id_fkey foreign key (provider_id) references provider (id) on delete cascade,
      constraint guide_source_kind_check check (kind in ('address', 'file', 'xtream')),
      constraint guide_source_access_check check ((kind = 'address') = (sealed_access is not null)),
      constraint guide_source_provider_check check (kind <> 'xtream' or provider_id is not null),
      constraint guide_source_refresh_hours_check check (refresh_hours between 1 and 720)
    )`,
  sql`create index guide_source_provider_id_idx on guide_source (provider_id)`,
  sql`
    create function count_guide_request() returns trigger language plpgsql as $$
    begin
      new.request_count := old.request_count + 1;
      return new;
    end $$`,
  sql`
    create trigger guide_source_request_count before update of is_refresh_requested on guide_source
    for each row when (new.is_refresh_requested) execute function count_guide_request()`,
  // `ends_at` is the end of the last programme that is kept of the channel.
  sql`
    create table guide_channel (
      id integer generated always as identity,
      source_id text not null,
      xmltv_id text not null,
      names text[] not null default '{}',
      ends_at timestamptz,
      constraint guide_channel_pkey primary key (id),
      constraint guide_channel_source_id_xmltv_id_key unique (source_id, xmltv_id),
      constraint guide_channel_source_id_fkey foreign key (source_id) references guide_source (id) on delete cascade
    )`,
  // What matching has found in one guide. Without `xmltv_id` the channel is to be confirmed: `candidates` are the ids of at
  // most five channels of the guide with their scores, the likeliest first.
  sql`
    create table guide_match (
      channel_id text not null,
      source_id text not null,
      xmltv_id text,
      candidates jsonb not null default '[]',
      constraint guide_match_pkey primary key (channel_id, source_id),
      constraint guide_match_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade,
      constraint guide_match_source_id_fkey foreign key (source_id) references guide_source (id) on delete cascade
    )`,
  sql`create index guide_match_source_id_idx on guide_match (source_id)`,
  // What an administrator has decided for a channel: a channel of a guide, or none where both columns are null. It names
  // the guide's channel by the guide's own id, which stays the same when the guide is read anew.
  sql`
    create table guide_decision (
      channel_id text not null,
      source_id text,
      xmltv_id text,
      username text not null,
      decided_at timestamptz not null,
      constraint guide_decision_pkey primary key (channel_id),
      constraint guide_decision_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade,
      constraint guide_decision_source_id_fkey foreign key (source_id) references guide_source (id) on delete cascade,
      constraint guide_decision_choice_check check ((source_id is null) = (xmltv_id is null))
    )`,
  sql`create index guide_decision_source_id_idx on guide_decision (source_id)`,
  // The one channel of a guide from which a channel has its programmes, made from decisions, matches and places.
  sql`
    create table guide_link (
      channel_id text not null,
      guide_channel_id integer not null,
      is_by_hand boolean not null,
      shift_minutes integer not null default 0,
      constraint guide_link_pkey primary key (channel_id),
      constraint guide_link_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade,
      constraint guide_link_guide_channel_id_fkey
        foreign key (guide_channel_id) references guide_channel (id) on delete cascade
    )`,
  sql`create index guide_link_guide_channel_id_idx on guide_link (guide_channel_id)`,
  // Each title of programmes once, as searches compare it.
  sql`
    create table programme_title (
      id integer generated always as identity,
      folded text not null,
      constraint programme_title_pkey primary key (id),
      constraint programme_title_folded_key unique (folded)
    )`,
  sql`create index programme_title_search_idx on programme_title using gin (folded gin_trgm_ops)`,
  sql`
    create table programme (
      guide_channel_id integer not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      title_id integer not null,
      title text not null,
      subtitle text,
      description text,
      categories text[] not null default '{}',
      season integer,
      episode integer,
      year integer,
      age_rating text,
      is_new boolean not null default false,
      is_live boolean not null default false,
      is_repeat boolean not null default false,
      constraint programme_pkey primary key (guide_channel_id, starts_at),
      constraint programme_length_check check (ends_at > starts_at and ends_at <= starts_at + interval '24 hours')
    )`,
  sql`create index programme_title_id_starts_at_idx on programme (title_id, starts_at)`,
  // In place of a foreign key, which would double the time that writing millions of programmes takes.
  sql`
    create or replace function delete_programmes() returns trigger language plpgsql as $$
    begin
      delete from programme where guide_channel_id = old.id;
      return null;
    end $$`,
  sql`
    create trigger guide_channel_programmes_trigger after delete on guide_channel
    for each row execute function delete_programmes()`,
];

/**
 * Adds programme guides: their sources, the channels and programmes that are kept of them, and which channel of the catalogue
 * has its programmes from which channel of a guide.
 *
 * @see docs/decisions/102-programme-guides.md
 */
export const guideMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of tables) await statement.execute(db);
  },
};
