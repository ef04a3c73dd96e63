import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** The SQL on the words of the catalogue, `search_word`, which triggers of the tables with titles write. */
export function createSearchRepository(db: Kysely<Database>) {
  return {
    /** Returns which of the given words some title or channel name contains. */
    async listKnown(words: readonly string[]): Promise<string[]> {
      const rows = await db
        .selectFrom('search_word')
        .select('word')
        .distinct()
        .where('word', '=', sql<string>`any(${[...words]}::text[])`)
        .orderBy('word')
        .execute();
      return rows.map(({ word }) => word);
    },

    /** Whether a word of the catalogue begins with the given letters or digits. */
    async isBeginning(letters: string): Promise<boolean> {
      const row = await db
        .selectFrom('search_word')
        .select('word')
        .where('word', 'like', `${letters}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export type SearchRepository = ReturnType<typeof createSearchRepository>;
