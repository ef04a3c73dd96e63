import { sql, type Kysely, type Migration } from 'kysely';

// What an import pays for each of its titles without anybody gaining by it, and what makes viewers wait for it.
// @see docs/decisions/020-import-weight.md
const statements = [
  // The genres of a section are counted over all of its titles, however they are found.
  sql`drop index video_genre_section_idx`,
  // Most titles have none of them.
  ...['subtipo', 'main_section', 'subcategoria'].flatMap((name) => [
    sql`drop index ${sql.id(`video_${name}_idx`)}`,
    sql`
      create index ${sql.id(`video_${name}_idx`)} on video (${sql.id(name)}, created_at desc, id desc)
      where active and ${sql.id(name)} is not null`,
  ]),
  // Nobody reads titles in their order within a type; imports look them up, whether they are active or not.
  sql`drop index video_title_idx`,
  sql`drop index video_title_sort_idx`,
  sql`create index video_title_sort_idx on video (title_sort text_pattern_ops)`,
  // No key: who moves a chapter would else lock out whoever begins to watch it, until the whole import is in.
  sql`
    alter table chapter
    drop constraint chapter_season_id_position_key,
    add constraint chapter_season_id_position_key
      exclude using btree (season_id with =, position with =) deferrable initially deferred`,
  // A chapter goes with its season, and that with its video.
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

/** Titles and chapters come in more quickly, and nobody waits for those that are moved. */
export const importWeightMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) {
      await statement.execute(db);
    }
  },
};
