import { readTerms, unique, type SearchTerm } from './read-terms.ts';

const termsRead = 8;
/** The longest word, in letters, that is made by joining the words of a search. */
const longestJoined = 30;
/** How many words some terms make together at most. */
const formsJoined = 6;
const shortestStrong = 2;
/** How many titles a search may spell out. */
const titlesListed = 16;

/** Words without which a title is still the one that was meant; as the last word a single letter counts. */
const optionalWords: ReadonlySet<string> = new Set(
  'el la los las lo un una unos unas the a an de del of y and en al'.split(' '),
);

/** A search, read once for all tables that are searched. */
export interface SearchQuery {
  /** The search as it was typed. */
  text: string;
  /** All its terms, at most eight. */
  terms: readonly SearchTerm[];
  /** The terms that a result must contain: all, or without articles and the like where others remain. */
  required: readonly SearchTerm[];
  /** Whether a required term is neither a number nor an article: such a term is in few titles. */
  isSelective: boolean;
  /** The last term, which a person may still be typing: it also means words that begin with it. */
  last: SearchTerm | undefined;
  /** The titles that the search may spell out, folded, with every spelling of its numbers: «doce monos» for «12 monos». */
  titles: readonly string[];
}

/**
 * Reads a search. Its words also mean the word that they make together: «wall e» also means «walle».
 *
 * @param waysOf - further ways to write a word, each as whole words: «spider man» for «spiderman»
 */
export function readSearch(
  text: string,
  waysOf: (word: string) => readonly (readonly string[])[] = () => [],
): SearchQuery {
  const written = readTerms(text, termsRead).map((term) => ({
    ...term,
    spellings: unique([...term.spellings, ...waysOf(term.word)]),
  }));
  const whole = joinedForms(written);
  const terms = written.map((term, index) => ({
    ...term,
    spellings: unique([
      ...term.spellings,
      ...[written.slice(Math.max(0, index - 1), index + 1), written.slice(index, index + 2)].flatMap(
        joinedForms,
      ),
      ...whole,
    ]),
  }));
  const isStrong = ({ word, isNumber }: SearchTerm): boolean =>
    !isNumber && word.length >= shortestStrong && !optionalWords.has(word);
  const isSelective = terms.some(isStrong);
  const isLeftOut = ({ word }: SearchTerm, index: number): boolean =>
    optionalWords.has(word) && (word.length > 1 || index < terms.length - 1);
  return {
    text,
    terms,
    required: isSelective ? terms.filter((term, index) => !isLeftOut(term, index)) : terms,
    isSelective,
    last: terms.at(-1),
    titles: listTitles(written),
  };
}

/** Returns the words that several terms make together, the numbers among them in every spelling: «tele5», «telecinco». */
function joinedForms(terms: readonly SearchTerm[]): string[][] {
  if (terms.length < 2) return [];
  const joined = terms.reduce<string[]>(
    (before, { word, canonical, isNumber, spellings }) => {
      const forms = isNumber ? [word, canonical, ...spellings.map((words) => words.join(''))] : [word];
      return [...new Set(before.flatMap((text) => forms.map((form) => text + form)))].slice(0, formsJoined);
    },
    [''],
  );
  return joined
    .filter((word) => word.length <= longestJoined && /^[\p{L}\p{Nd}]+$/u.test(word))
    .map((word) => [word]);
}

function listTitles(terms: readonly SearchTerm[]): string[] {
  return terms
    .reduce<string[][]>(
      (texts, { spellings }) =>
        texts.flatMap((before) => spellings.map((words) => [...before, ...words])).slice(0, titlesListed),
      [[]],
    )
    .map((words) => words.join(' '));
}
