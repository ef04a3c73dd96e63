import { sql, type Kysely, type Migration } from 'kysely';

// Drops indexes and foreign keys that slow M3U imports down without serving any query, or that make viewers wait for an
// import.
// @see docs/decisions/020-import-weight.md
const statements = [
  // The index `video_genre_section_idx` served no query: counting the genres of a section reads all titles of the
  // section either way.
  sql`drop index video_genre_section_idx`,
  // Most titles have no value in the columns `subtipo`, `main_section` and `subcategoria`, so partial indexes, which
  // leave empty values out, are smaller.
  ...['subtipo', 'main_section', 'subcategoria'].flatMap((name) => [
    sql`drop index ${sql.id(`video_${name}_idx`)}`,
    sql`
      create index ${sql.id(`video_${name}_idx`)} on video (${sql.id(name)}, created_at desc, id desc)
      where active and ${sql.id(name)} is not null`,
  ]),
  // No query orders the titles of one type by name, so `video_title_idx` is dropped. Only M3U imports look titles up by
  // name, inactive titles too, so `video_title_sort_idx` is created again to cover all titles.
  sql`drop index video_title_idx`,
  sql`drop index video_title_sort_idx`,
  sql`create index video_title_sort_idx on video (title_sort text_pattern_ops)`,
  // An exclusion constraint instead of a unique one keeps two chapters from the same position. With a unique index, an
  // import that moves a chapter would change the row's key and so block everybody who begins to watch it until the
  // commit.
  sql`
    alter table chapter
    drop constraint chapter_season_id_position_key,
    add constraint chapter_season_id_position_key
      exclude using btree (season_id with =, position with =) deferrable initially deferred`,
  // The dropped foreign keys to `video` are redundant: deleting a video deletes its seasons, deleting a season deletes
  // its chapters, and a trigger deletes the genres.
  sql`alter table chapter drop constraint chapter_video_id_fkey`,
  sql`alter table video_genre drop constraint video_genre_video_id_fkey`,
  sql`
    create or replace function forget_genres() returns trigger language plpgsql as $$
    begin
      delete from video_genre using gone where video_genre.video_id = gone.id;
      return null;
    end $$`,
  sql`
    create trigger video_forget_genres after delete on video
    referencing old table as gone for each statement execute function forget_genres()`,
];

/**
 * Makes imports of titles and their chapters (episodes) faster, and lets people watch titles while an import updates
 * them.
 */
export const importWeightMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
