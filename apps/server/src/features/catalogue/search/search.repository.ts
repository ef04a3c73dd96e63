import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

/** How many words are read that begin with the same letters and are written with signs. */
const completionsRead = 5;

/** The SQL on the words of the catalogue, `search_word`, which triggers of the tables with titles write. */
export function createSearchRepository(db: Kysely<Database>) {
  return {
    /**
     * Returns how titles write those of the given words that they contain: as words that follow each other, such as
     * `spider man` for `spiderman`, and `null` for a word as it stands. A word may have several forms.
     */
    listForms: (words: readonly string[]) =>
      db
        .selectFrom('search_word')
        .select(['word', 'written'])
        .distinct()
        .where('word', '=', sql<string>`any(${[...words]}::text[])`)
        .orderBy('word')
        .orderBy('written')
        .execute(),

    /** Returns words that begin with the given letters and that titles write with signs: `spider man` for `spiderm`. */
    listCompletions: (letters: string) =>
      db
        .selectFrom('search_word')
        .select('written')
        .where('word', 'like', `${letters}%`)
        .where('written', 'is not', null)
        .orderBy('word')
        .limit(completionsRead)
        .execute(),

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
