import { foldText } from '@butaca/contract';
import type { Database } from '@butaca/db';
import { sql, type Kysely } from 'kysely';

const genresRead = 2_000;
const genresSearched = 3;
/** The fewest letters of a search that are taken for the beginning of a genre's name. */
const shortestBeginning = 4;

/** The names of the genres, folded (lower case, no accents), for searches. */
export interface GenreNames {
  /** Returns the genres that a search names, or whose name, or a word of it, begins with the text; three at most. */
  findNamed(text: string): Promise<string[]>;
  words(): Promise<ReadonlySet<string>>;
}

/**
 * Creates the names of the genres, which are read once for each version of the catalogue.
 *
 * @param version - returns the current catalogue version
 */
export function createGenreNames(db: Kysely<Database>, version: () => number): GenreNames {
  let known: { version: number; names: Promise<string[]> } | undefined;
  const read = (): Promise<string[]> => {
    const current = version();
    if (known?.version === current) return known.names;
    const names = listGenreNames(db);
    known = { version: current, names };
    // A failed read is forgotten, so that the next search reads the names again.
    names.catch(() => {
      if (known?.names === names) known = undefined;
    });
    return names;
  };
  return {
    async findNamed(text) {
      const wanted = foldText(text);
      if (wanted.length < shortestBeginning) return [];
      const begins = (name: string): boolean => name.startsWith(wanted) || name.includes(` ${wanted}`);
      const named = (await read()).filter(begins);
      return named.toSorted((a, b) => a.length - b.length).slice(0, genresSearched);
    },
    words: async () => new Set((await read()).flatMap((name) => name.split(/[^\p{L}\p{N}]+/u))),
  };
}

/** Reads the names of all genres by jumping in the index from each name to the next, not by reading every video. */
async function listGenreNames(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive genre (name) as (
      (select genre_folded from video_genre where active order by genre_folded limit 1)
      union all
      select (
        select genre_folded from video_genre
        where active and genre_folded > genre.name
        order by genre_folded limit 1
      )
      from genre where genre.name is not null
    )
    select name from genre where name is not null limit ${genresRead}`.execute(db);
  return rows.map(({ name }) => name);
}
