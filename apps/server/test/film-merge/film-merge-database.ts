import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** Adds two accounts to a test's database, with the ids `ana` and `luis`. */
export async function addPeople(db: Kysely<Database>): Promise<void> {
  for (const id of ['ana', 'luis']) {
    await db
      .insertInto('account')
      .values({ id, username: id, username_folded: id, password_hash: 'x', role: 'user' })
      .execute();
  }
}

/**
 * Reads every table that a film merge (turning films into chapters of series) changes, each row as text, so that the
 * test can compare the database before and after.
 */
export async function contentOf(db: Kysely<Database>): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  for (const table of [
    'video',
    'video_genre',
    'season',
    'chapter',
    'progress',
    'chapter_progress',
    'collection_item',
    'favourite',
  ] as const) {
    const { rows } = await sql<{ text: string }>`
      select (to_jsonb(t) - 'updated_at')::text as text from ${sql.table(table)} as t order by 1`.execute(db);
    content[table] = rows.map(({ text }) => text);
  }
  return content;
}
