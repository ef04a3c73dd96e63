import { sql, type Kysely, type Migration } from 'kysely';

// Type, section and category of a title depend on each other: every title of the category «Netflix» is a series. Without
// these statistics Postgres multiplies the shares of the columns, expects a seventh of the titles that there are, and
// sorts all of them for a page deep in a list, where reading them in the order of an index is ten times as fast.
const statements = [
  sql`
    create statistics video_list_statistics (dependencies, mcv) on tipo, main_section, subcategoria from video`,
  sql`
    create statistics video_genre_list_statistics (dependencies, mcv) on genre_folded, tipo, main_section
    from video_genre`,
  sql`analyze video (tipo, main_section, subcategoria)`,
  sql`analyze video_genre (genre_folded, tipo, main_section)`,
];

/** Lets Postgres estimate how many titles a list has whose type, section, category or genre are given together. */
export const listStatisticsMigration: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await statement.execute(db);
  },
};
