import { readTerms } from '../../../shared/search/read-terms.ts';
import { readSearch, type SearchQuery } from '../../../shared/search/search-query.ts';
import type { SearchRepository } from './search.repository.ts';
import { divideWord, listParts } from './split-word.ts';

/** How many words of a search are looked up: each costs some hundred keys of an index. */
const wordsDivided = 4;
/** The shortest beginning of a word that is completed while it is typed. */
const shortestCompleted = 3;

/**
 * Reads a search, and finds in the words of the catalogue how its words are written in titles: «spiderman» as
 * «Spider-Man», «swat» as «S.W.A.T.», «lalaland» as «La La Land».
 */
export async function understandSearch(
  known: Pick<SearchRepository, 'listForms' | 'listCompletions'>,
  text: string,
): Promise<SearchQuery> {
  const terms = readTerms(text, wordsDivided);
  const words = terms.map(({ word }) => word);
  const divided = terms.flatMap(({ word, isNumber }) => (isNumber ? [] : word));
  const last = words.at(-1) ?? '';
  const [forms, completions] = await Promise.all([
    known.listForms([...new Set([...words, ...divided.flatMap(listParts)])]),
    last.length < shortestCompleted ? [] : known.listCompletions(last),
  ]);
  const parts = new Map(forms.map(({ word, written }) => [word, written?.split(' ')]));
  // A word that some titles write without signs is taken as it stands.
  for (const { word, written } of forms) if (written === null) parts.set(word, [word]);
  const writtenOf = (word: string): string[][] =>
    [...forms.filter((form) => form.word === word), ...(word === last ? completions : [])].flatMap(
      ({ written }) => (written === null ? [] : [written.split(' ')]),
    );
  return readSearch(text, (word) =>
    words.includes(word) ? [...writtenOf(word), ...divideWord(word, (part) => parts.get(part))] : [],
  );
}
