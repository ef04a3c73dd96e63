import { sql, type Kysely, type Migration } from 'kysely';

const streams = ['channel_source', 'video', 'chapter'] as const;

/** Which rows of each table an entry of an import's report may name, by the kind of its target. */
const targetKinds = { channel_source: 'source', video: 'film', chapter: 'chapter' } as const;

const tables = [
  // `sealed_access` holds the address with the request headers, sealed with the installation's sealing key;
  // `shown_address` is the address without what may be a credential. `group_choices` are the administrator's choices for
  // the groups of the list. `entries` counts the entries that the list had when it was published last.
  sql`
    create table provider (
      id text not null,
      name text not null,
      kind text not null,
      is_built_in boolean not null default false,
      shown_address text not null default '',
      sealed_access bytea,
      time_zone text,
      country text,
      max_connections integer,
      is_max_connections_reported boolean not null default false,
      refresh_hours integer,
      is_paused boolean not null default false,
      is_refresh_requested boolean not null default false,
      group_choices jsonb not null default '[]',
      etag text,
      last_modified text,
      list_hash bytea,
      entries integer,
      next_refresh_at timestamptz,
      tried_at timestamptz,
      refreshed_at timestamptz,
      error_code text,
      error_count integer not null default 0,
      changes jsonb,
      removed_at timestamptz,
      created_at timestamptz not null default now(),
      constraint provider_pkey primary key (id),
      constraint provider_kind_check check (kind in ('file', 'm3u', 'xtream')),
      constraint provider_access_check check ((kind = 'file') = (sealed_access is null)),
      constraint provider_max_connections_check check (max_connections between 1 and 1000),
      constraint provider_refresh_hours_check check (refresh_hours between 1 and 720),
      constraint provider_entries_check check (entries >= 0),
      constraint provider_list_hash_check check (length(list_hash) = 32)
    )`,
  sql`
    insert into provider (id, name, kind, is_built_in) values
      ('manual', 'Agregado a mano', 'file', true),
      ('demo', 'Demostración', 'file', true),
      ('previous', 'Listas anteriores', 'file', true)`,
  sql`alter table import add column provider_id text`,
  sql`alter table channel add column missing_since timestamptz`,
  // A column that is added with a constant default costs no writing of rows, however many there are.
  ...streams.flatMap((table) => [
    sql`
      alter table ${sql.table(table)}
      add column provider_id text default 'previous', add column missing_since timestamptz`,
    sql`alter table ${sql.table(table)} alter column provider_id set default 'manual'`,
  ]),
];

const catchup = [
  sql`
    alter table channel_source
    add column catchup text, add column catchup_source text, add column catchup_days integer,
    add column catchup_correction_hours real, add column guide_shift_hours real,
    add constraint channel_source_catchup_check
      check (catchup in ('default', 'append', 'shift', 'fs', 'xc', 'vod')),
    add constraint channel_source_catchup_days_check check (catchup_days between 1 and 365),
    add constraint channel_source_catchup_correction_hours_check check (abs(catchup_correction_hours) <= 24),
    add constraint channel_source_guide_shift_hours_check check (abs(guide_shift_hours) <= 24)`,
];

const owners = [
  // Files of the same name are the same list, imported again; `providerOfFile` in the server makes the same ids.
  sql`
    insert into provider (id, name, kind, created_at)
    select 'file-' || left(encode(sha256(convert_to(file_name, 'UTF8')), 'hex'), 32), file_name, 'file', min(created_at)
    from import
    where status = 'done' and has_report group by file_name`,
  sql`
    update import set provider_id = provider.id from provider
    where provider.name = import.file_name and not provider.is_built_in
      and import.status = 'done' and import.has_report`,
  ...streams.map(
    (table) => sql`
      update ${sql.table(table)} as target set provider_id = owner.provider_id
      from (
        select distinct on (target_id) target_id, import_entry.address_hash, import.provider_id
        from import_entry join import on import.id = import_entry.import_id
        where import.provider_id is not null and outcome in ('added', 'updated')
          and target_kind = ${sql.lit(targetKinds[table])}
        order by target_id, published_at desc
      ) as owner
      where owner.target_id = target.id and owner.address_hash = target.address_hash`,
  ),
  sql`update channel_source set provider_id = 'demo' where channel_id in (select id from channel where is_demo)`,
  sql`update chapter set provider_id = 'demo' where video_id in (select id from video where is_demo)`,
  sql`update video set provider_id = 'demo' where is_demo`,
  // A title without an address is a series, or has nothing to play yet; its chapters belong to providers.
  sql`update video set provider_id = null where address is null`,
  sql`update chapter set provider_id = null where address is null`,
];

const constraints = [
  sql`alter table channel_source alter column provider_id set not null`,
  ...streams.flatMap((table) => [
    ...(table === 'channel_source'
      ? []
      : [
          sql`
            alter table ${sql.table(table)}
            add constraint ${sql.id(`${table}_provider_id_check`)} check (address is null or provider_id is not null)`,
        ]),
    sql`
      alter table ${sql.table(table)}
      add constraint ${sql.id(`${table}_provider_id_fkey`)} foreign key (provider_id) references provider (id)`,
    sql`create index ${sql.id(`${table}_provider_id_idx`)} on ${sql.table(table)} (provider_id)`,
    sql`
      create index ${sql.id(`${table}_missing_since_idx`)} on ${sql.table(table)} (missing_since)
      where missing_since is not null`,
  ]),
  sql`
    delete from provider where id = 'previous'
      and not exists (select from channel_source where provider_id = 'previous')
      and not exists (select from video where provider_id = 'previous')
      and not exists (select from chapter where provider_id = 'previous')`,
];

/**
 * Adds the table of providers (`provider`), to which every source, film and chapter belongs, the moment since which a
 * list lacks something that it had, and what a list says about the archive of a channel.
 *
 * @see docs/decisions/047-providers.md
 */
export const providersMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...tables, ...catchup, ...owners, ...constraints]) await statement.execute(db);
  },
};
