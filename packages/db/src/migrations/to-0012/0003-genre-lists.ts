import { sql, type Kysely, type Migration } from 'kysely';

/**
 * Adds indexes for queries of titles by one genre within a type (`tipo`) or section, and by the first letters of a
 * title.
 */
export const genreListsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create index video_genre_tipo_idx on video_genre (genre_folded, tipo, created_at desc, video_id desc)
        where active`.execute(db);
    await sql`
      create index video_genre_main_section_idx
        on video_genre (genre_folded, main_section, created_at desc, video_id desc)
        where active`.execute(db);
    await sql`
      create index video_title_sort_idx on video (title_sort text_pattern_ops) where active`.execute(db);
  },
};
