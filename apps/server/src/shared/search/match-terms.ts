import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SearchQuery } from './search-query.ts';

/** Escapes the wildcards of SQL `like` in a search text, so that they are searched for as ordinary characters. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** SQL condition that a folded text contains a text, in whichever place. */
export const holdsText = (text: RawBuilder<unknown>, wanted: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${text} like ${`%${escapeLike(wanted)}%`}`;

/**
 * SQL condition that a folded text contains one word of a search. A search word of one or two letters only matches at
 * the beginning of a word of the text, where the trigram index can find it; a match elsewhere would need a scan of all
 * titles. That is one regular expression and not two `like`, for which the planner asks the index once for each, and does
 * not ask it for the other words.
 */
export function holdsWord(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  if (word.length >= 3) return holdsText(text, word);
  return sql<SqlBool>`${text} ~ ${`(^| )${word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&')}`}`;
}

/** SQL condition that a folded text contains every word of a search that a result must contain, as it was typed. */
export function holdsRequired(
  query: SearchQuery,
  text: RawBuilder<unknown>,
  holds: typeof holdsWord,
): RawBuilder<SqlBool> {
  const words = query.required.flatMap(({ spellings: [typed = []] }) => typed);
  if (words.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    words.map((word) => holds(text, word)),
    sql` and `,
  )})`;
}

/** The shortest word, in letters, that also means longer words while it is the last one of a search. */
const shortestBeginning = 3;

/**
 * SQL condition that a title contains every required term of a search as whole words, in one of its spellings. The index
 * of the words of titles, `search_terms`, finds them.
 *
 * @param title - the folded title
 */
export function namesTerms(query: SearchQuery, title: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const terms = query.required.flatMap((term) => {
    const isBegun = term === query.last && term.isSingle && term.word.length >= shortestBeginning;
    const begun = isBegun ? quoteLexeme(term.word) : [];
    const spellings = term.spellings.flatMap((words) => {
      const lexemes = words.flatMap(quoteLexeme);
      // The beginning of a word finds the whole word too, and asking the index for both would take twice as long.
      return lexemes.length === 0 || lexemes.some((lexeme) => begun.includes(lexeme))
        ? []
        : lexemes.join(' & ');
    });
    const all = [...begun.map((lexeme) => `${lexeme}:*`), ...spellings];
    return all.length === 0 ? [] : `(${all.join(' | ')})`;
  });
  if (terms.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`search_terms(${title}) @@ ${terms.join(' & ')}::tsquery`;
}

/** Returns a word in quotes and without signs, none of which is an operator then; nothing for one that has only signs. */
function quoteLexeme(word: string): string[] {
  const letters = word.replaceAll(/[^\p{L}\p{Nd}]/gu, '');
  return letters === '' ? [] : [`'${letters}'`];
}
