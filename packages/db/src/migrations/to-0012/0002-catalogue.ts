import { sql, type Kysely, type Migration } from 'kysely';

// Catalogue queries order titles by creation time, newest first, then by id. Every index for these queries ends with
// the columns of creation time and id, so that a page of results is read from the index without sorting. The indexes
// are partial because these queries return active titles only.
const statements = [
  sql`create extension if not exists pg_trgm`,
  sql`
    create table video (
      id text not null,
      title text not null,
      title_sort text not null,
      search_text text not null,
      description text not null default '',
      tipo text not null,
      subtipo text,
      main_section text,
      subcategoria text,
      genres text[] not null default '{}',
      release_year integer,
      rating real,
      custom_thumbnail text,
      thumbnail text,
      tmdb_thumbnail text,
      backdrop text,
      trailer_address text,
      is_featured boolean not null default false,
      active boolean not null default true,
      requires_plan text[] not null default '{}',
      address text,
      address_hash bytea,
      provider_key text,
      user_agent text,
      referrer text,
      stream_kind text,
      season_count integer not null default 0,
      chapter_count integer not null default 0,
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint video_pkey primary key (id),
      constraint video_address_hash_key unique (address_hash),
      constraint video_stream_kind_check check (stream_kind in ('hls', 'dash', 'ts', 'file')),
      constraint video_tipo_check check (
        tipo in ('pelicula', 'serie', 'anime', 'dorama', 'novela', 'documental', 'zona kids')
      )
    )`,
  sql`create index video_newest_idx on video (created_at desc, id desc) where active`,
  sql`create index video_tipo_idx on video (tipo, created_at desc, id desc) where active`,
  sql`create index video_subtipo_idx on video (subtipo, created_at desc, id desc) where active`,
  sql`create index video_main_section_idx on video (main_section, created_at desc, id desc) where active`,
  sql`create index video_subcategoria_idx on video (subcategoria, created_at desc, id desc) where active`,
  sql`create index video_featured_idx on video (tipo, created_at desc, id desc) where active and is_featured`,
  sql`create index video_title_idx on video (tipo, title_sort, id) where active`,
  sql`create index video_search_idx on video using gin (search_text gin_trgm_ops) where active`,
  sql`create index video_provider_key_idx on video (provider_key)`,
  sql`
    create table video_genre (
      video_id text not null,
      genre_folded text not null,
      genre text not null,
      tipo text not null,
      main_section text,
      active boolean not null,
      created_at timestamptz not null,
      constraint video_genre_pkey primary key (video_id, genre_folded),
      constraint video_genre_video_id_fkey foreign key (video_id) references video (id) on delete cascade
    )`,
  sql`create index video_genre_newest_idx on video_genre (genre_folded, created_at desc, video_id desc) where active`,
  sql`create index video_genre_section_idx on video_genre (main_section, tipo, genre_folded) where active`,
  sql`
    create table season (
      id text not null,
      video_id text not null,
      season_number integer not null,
      title text not null default '',
      constraint season_pkey primary key (id),
      constraint season_video_id_fkey foreign key (video_id) references video (id) on delete cascade,
      constraint season_video_id_season_number_key unique (video_id, season_number) deferrable initially deferred,
      constraint season_season_number_check check (season_number >= 0)
    )`,
  sql`
    create table chapter (
      id text not null,
      season_id text not null,
      video_id text not null,
      position integer not null,
      chapter_number integer not null,
      title text not null default '',
      description text not null default '',
      thumbnail text,
      duration text not null default '0:00',
      address text,
      address_hash bytea,
      provider_key text,
      user_agent text,
      referrer text,
      stream_kind text,
      constraint chapter_pkey primary key (id),
      constraint chapter_season_id_fkey foreign key (season_id) references season (id) on delete cascade,
      constraint chapter_video_id_fkey foreign key (video_id) references video (id) on delete cascade,
      constraint chapter_season_id_position_key unique (season_id, position) deferrable initially deferred,
      constraint chapter_address_hash_key unique (address_hash),
      constraint chapter_stream_kind_check check (stream_kind in ('hls', 'dash', 'ts', 'file'))
    )`,
  sql`create index chapter_video_id_idx on chapter (video_id)`,
  sql`create index chapter_provider_key_idx on chapter (provider_key)`,
  sql`
    create table collection (
      id text not null,
      name text not null,
      name_folded text not null,
      items_model text not null,
      is_demo boolean not null default false,
      created_at timestamptz not null default now(),
      constraint collection_pkey primary key (id),
      constraint collection_name_folded_key unique (name_folded),
      constraint collection_items_model_check check (items_model in ('Video', 'Serie'))
    )`,
  sql`
    create table collection_item (
      collection_id text not null,
      video_id text not null,
      added_at timestamptz not null default now(),
      constraint collection_item_pkey primary key (collection_id, video_id),
      constraint collection_item_collection_id_fkey foreign key (collection_id)
        references collection (id) on delete cascade,
      constraint collection_item_video_id_fkey foreign key (video_id) references video (id) on delete cascade
    )`,
  sql`create index collection_item_video_id_idx on collection_item (video_id)`,
  sql`
    create table progress (
      account_id text not null,
      video_id text not null,
      last_time_seconds double precision not null,
      duration_seconds double precision,
      progress double precision not null,
      is_completed boolean not null default false,
      last_season integer,
      last_chapter integer,
      last_watched_at timestamptz not null,
      is_hidden boolean not null default false,
      constraint progress_pkey primary key (account_id, video_id),
      constraint progress_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint progress_video_id_fkey foreign key (video_id) references video (id) on delete cascade,
      constraint progress_progress_check check (progress between 0 and 1),
      constraint progress_last_time_seconds_check check (last_time_seconds >= 0)
    )`,
  sql`create index progress_newest_idx on progress (account_id, last_watched_at desc, video_id desc)`,
  sql`create index progress_video_id_idx on progress (video_id)`,
  sql`
    create table favourite (
      account_id text not null,
      item_type text not null,
      item_id text not null,
      added_at timestamptz not null default now(),
      constraint favourite_pkey primary key (account_id, item_type, item_id),
      constraint favourite_account_id_fkey foreign key (account_id) references account (id) on delete cascade,
      constraint favourite_item_type_check check (item_type in ('video', 'channel'))
    )`,
];

/** Creates the tables of films, series, seasons, chapters and collections, of watch progress and of favourites. */
export const catalogueMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
