import { sql, type Kysely, type Migration } from 'kysely';

// Every constraint of a table has an explicit name, because the server maps violated constraints to error codes by
// name.
const statements = [
  sql`
    create table plan (
      key text not null,
      max_streams integer not null,
      constraint plan_pkey primary key (key),
      constraint plan_max_streams_check check (max_streams > 0)
    )`,
  sql`
    insert into plan (key, max_streams)
    values ('gplay', 1), ('estandar', 2), ('cinefilo', 2), ('sports', 2), ('premium', 4)`,
  sql`
    create table account (
      id text not null,
      username text not null,
      username_folded text not null,
      password_hash text not null,
      role text not null,
      plan text not null default 'gplay',
      is_active boolean not null default true,
      is_demo boolean not null default false,
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint account_pkey primary key (id),
      constraint account_username_folded_key unique (username_folded),
      constraint account_role_check check (role in ('admin', 'user')),
      constraint account_plan_fkey foreign key (plan) references plan (key)
    )`,
  sql`
    create table device (
      account_id text not null,
      device_id text not null,
      user_agent text not null,
      ip text not null,
      is_active boolean not null default true,
      last_seen_at timestamptz not null default now(),
      created_at timestamptz not null default now(),
      constraint device_pkey primary key (account_id, device_id),
      constraint device_account_id_fkey foreign key (account_id) references account (id) on delete cascade
    )`,
  sql`
    create table session (
      token_hash bytea not null,
      account_id text not null,
      device_id text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      constraint session_pkey primary key (token_hash),
      constraint session_account_id_device_id_key unique (account_id, device_id),
      constraint session_device_fkey foreign key (account_id, device_id)
        references device (account_id, device_id) on delete cascade
    )`,
  sql`
    create table instance_secret (
      name text not null,
      value bytea not null,
      created_at timestamptz not null default now(),
      constraint instance_secret_pkey primary key (name)
    )`,
  sql`
    create table catalogue_version (
      id integer not null,
      version bigint not null,
      constraint catalogue_version_pkey primary key (id),
      constraint catalogue_version_single_row_check check (id = 1)
    )`,
  sql`insert into catalogue_version (id, version) values (1, 1)`,
  sql`
    create table channel (
      id text not null,
      name text not null,
      name_folded text not null,
      title_key text not null,
      section text not null default 'General',
      logo text,
      custom_thumbnail text,
      thumbnail text,
      colour text,
      description text not null default '',
      active boolean not null default true,
      is_featured boolean not null default false,
      is_publicly_visible boolean not null default true,
      requires_plan text[] not null default '{}',
      tvg_id text,
      channel_number integer,
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint channel_pkey primary key (id)
    )`,
  sql`create index channel_section_idx on channel (section, name_folded, id)`,
  sql`create index channel_active_idx on channel (active, name_folded, id)`,
  sql`create index channel_title_key_idx on channel (title_key)`,
  sql`
    create table channel_source (
      id text not null,
      channel_id text not null,
      position integer not null,
      address text not null,
      address_hash bytea not null,
      provider_key text,
      user_agent text,
      referrer text,
      stream_kind text not null,
      is_playable boolean not null default true,
      created_at timestamptz not null default now(),
      constraint channel_source_pkey primary key (id),
      constraint channel_source_channel_id_fkey foreign key (channel_id) references channel (id) on delete cascade,
      constraint channel_source_address_hash_key unique (address_hash),
      constraint channel_source_channel_id_position_key unique (channel_id, position)
        deferrable initially deferred,
      constraint channel_source_position_check check (position >= 0),
      constraint channel_source_stream_kind_check check (stream_kind in ('hls', 'dash', 'ts', 'file'))
    )`,
  sql`create index channel_source_provider_key_idx on channel_source (provider_key)`,
];

/** Creates the tables of accounts, their devices and sessions, plans, and channels with their sources. */
export const initialMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
