import { sql, type Kysely, type Migration } from 'kysely';

// A column that is added with a constant default, or without any, costs no writing of rows, however many there are.
const columns = [
  sql`
    alter table video
    add column is_adult boolean not null default false, add column languages text[], add column quality text,
    add column edition text, add column country text`,
  sql`alter table chapter add column languages text[], add column quality text`,
  sql`alter table channel add column is_adult boolean not null default false, add column country text`,
  sql`alter table channel_source add column languages text[], add column quality text`,
  // `channels` counts the channels that an import added or to which it gave a source; `other_sources` and
  // `other_versions` count those of its updated entries that became a further source of a channel, or a further version
  // of a film or chapter.
  sql`
    alter table import
    add column channels integer not null default 0, add column other_sources integer not null default 0,
    add column other_versions integer not null default 0`,
];

const versions = [
  // Further addresses of a film, or with `chapter_id` of a chapter, in the order in which they are tried after the film's
  // or chapter's own address.
  sql`
    create table video_version (
      id text not null,
      video_id text not null,
      chapter_id text,
      position integer not null,
      provider_id text not null,
      address text not null,
      address_hash bytea not null,
      provider_key text,
      user_agent text,
      referrer text,
      cookie text,
      origin text,
      stream_kind text not null,
      languages text[],
      quality text,
      edition text,
      missing_since timestamptz,
      created_at timestamptz not null default now(),
      constraint video_version_pkey primary key (id),
      constraint video_version_address_hash_key unique (address_hash),
      constraint video_version_video_id_fkey foreign key (video_id) references video (id) on delete cascade,
      constraint video_version_chapter_id_fkey foreign key (chapter_id) references chapter (id) on delete cascade,
      constraint video_version_provider_id_fkey foreign key (provider_id) references provider (id),
      constraint video_version_stream_kind_check check (stream_kind in ('hls', 'dash', 'ts', 'file'))
    )`,
  sql`create index video_version_video_id_idx on video_version (video_id, position)`,
  sql`create index video_version_chapter_id_idx on video_version (chapter_id, position) where chapter_id is not null`,
  sql`create index video_version_provider_key_idx on video_version (provider_key) where provider_key is not null`,
  sql`create index video_version_provider_id_idx on video_version (provider_id)`,
  sql`
    alter table import_entry
    drop constraint import_entry_target_kind_check,
    add constraint import_entry_target_kind_check
      check (target_kind in ('film', 'chapter', 'source', 'series', 'version')) not valid`,
];

/**
 * Adds what the names and groups of a list say besides the title: language, quality, edition, country, and whether
 * something is for adults; and the table of further versions of films and chapters (`video_version`).
 *
 * @see docs/decisions/073-identity-and-versions.md
 */
export const versionsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...columns, ...versions]) await statement.execute(db);
  },
};
