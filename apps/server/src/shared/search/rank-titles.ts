import { readTitle, type SearchTerm, type Term } from './read-terms.ts';
import type { SearchQuery } from './search-query.ts';

const articles: ReadonlySet<string> = new Set('el la los las lo un una unos unas the a an'.split(' '));

/** The terms of a text written without blanks, and the positions between them. */
interface JoinedText {
  text: string;
  ends: readonly number[];
}

/** How well a title fits a search: 0 is best. */
const ranks = {
  equal: 0,
  equalNumber: 1,
  beginning: 2,
  begun: 3,
  phrase: 4,
  words: 5,
  parts: 6,
} as const;

/**
 * Makes a function that says how well titles fit a search, without regard to blanks, signs, leading articles and the
 * spelling of numbers: the rank of a title (0 is best), `undefined` for one that lacks a required term.
 */
function createRank(query: SearchQuery): (title: string) => number | undefined {
  const wanted = joinTerms(query.terms, 'word');
  const wantedByNumber = joinTerms(query.terms, 'canonical');
  const isNumbered = query.terms.some(hasNumber);
  return (title) => {
    const terms = readTitle(title);
    const found = joinTerms(terms, 'word');
    // Without a number both ways of joining are the same.
    const byNumber = isNumbered || terms.some(hasNumber) ? joinTerms(terms, 'canonical') : undefined;
    const fit = bestFit(wanted, found);
    const fitByNumber = byNumber === undefined ? fit : bestFit(wantedByNumber, byNumber);
    const rank = Math.min(fit, Math.max(fitByNumber, ranks.equalNumber));
    if (rank <= ranks.phrase) return rank;
    const holds = ({ word, canonical }: Term): boolean =>
      terms.some((term) => isOneOf(term, word) || isOneOf(term, canonical));
    if (query.required.every(holds)) return ranks.words;
    const joined = [found[0]?.text ?? '', ...(byNumber?.[0] === undefined ? [] : [byNumber[0].text])];
    return query.required.every((term) => isWithin(term, joined)) ? ranks.parts : undefined;
  };
}

const hasNumber = ({ word, canonical }: Term): boolean => word !== canonical;
const isOneOf = ({ word, canonical }: Term, text: string): boolean => word === text || canonical === text;

const isWithin = ({ word, canonical, spellings }: SearchTerm, joined: readonly string[]): boolean =>
  joined.some(
    (text) =>
      text.includes(word) ||
      text.includes(canonical) ||
      spellings.some((words) => text.includes(words.join(''))),
  );

/** Returns a text without blanks, and the same without its leading article. */
function joinTerms(terms: readonly Term[], key: 'word' | 'canonical'): JoinedText[] {
  const join = (from: number): JoinedText => {
    const ends = [0];
    let text = '';
    for (let at = from; at < terms.length; at += 1) {
      text += terms[at]?.[key] ?? '';
      ends.push(text.length);
    }
    return { text, ends };
  };
  const [first] = terms;
  return first !== undefined && terms.length > 1 && articles.has(first.word) ? [join(0), join(1)] : [join(0)];
}

/** Returns how well the joined terms of a title fit those of a search; infinity where they do not follow each other. */
function bestFit(wanted: readonly JoinedText[], found: readonly JoinedText[]): number {
  let best = Number.POSITIVE_INFINITY;
  for (const { text } of wanted) {
    for (const title of found) best = Math.min(best, fitOf(text, title));
  }
  return best;
}

function fitOf(text: string, title: JoinedText): number {
  if (title.text === text) return ranks.equal;
  if (title.text.startsWith(text)) return title.ends.includes(text.length) ? ranks.beginning : ranks.begun;
  const at = title.text.indexOf(text);
  return at > 0 && title.ends.includes(at) && title.ends.includes(at + text.length)
    ? ranks.phrase
    : Number.POSITIVE_INFINITY;
}

/**
 * Returns those rows whose titles contain the required terms of a search, each row once, the best fit first. Of titles
 * that fit equally well shorter ones come first; where the words only stand somewhere in them, the order stays.
 */
export function rankTitles<T extends { id: string }>(
  query: SearchQuery,
  rows: readonly T[],
  titleOf: (row: T) => string,
): T[] {
  const rankOf = createRank(query);
  return [...new Map(rows.map((row) => [row.id, row])).values()]
    .flatMap((row) => {
      const rank = rankOf(titleOf(row));
      return rank === undefined ? [] : { row, rank, length: rank < ranks.words ? titleOf(row).length : 0 };
    })
    .toSorted((a, b) => a.rank - b.rank || a.length - b.length)
    .map(({ row }) => row);
}
