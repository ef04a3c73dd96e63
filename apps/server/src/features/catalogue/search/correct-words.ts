import { foldText } from '@butaca/contract';
import { readNumber, spellNumber } from '../../../shared/search/numerals.ts';
import { splitWords } from '../../../shared/search/read-terms.ts';
import { readSearch, type SearchQuery } from '../../../shared/search/search-query.ts';
import type { SearchRepository } from './search.repository.ts';
import { listSlips, longestForgiven, shortestBesideOthers, shortestForgiven } from './one-slip.ts';

const wordsCorrected = 8;
/** How many corrected texts are tried, the nearest first. */
const textsTried = 4;
/** How many of them are texts that a title contains. */
const titledTried = 2;
/** What a short word that no title contains costs as it was typed: more than every correction of it. */
const shortTypedCost = 5;
/** How many corrections of one word are looked for in titles. */
const choicesOfWord = 12;

/** What corrections of a search need to know about the catalogue. */
export interface KnownWords extends Pick<SearchRepository, 'listForms' | 'isBeginning'> {
  /** Returns the folded words of the names of all genres. */
  genreWords(): Promise<ReadonlySet<string>>;
  /** Returns titles and names of channels that a search finds, with each of its words in any of its spellings. */
  listTitles(query: SearchQuery): Promise<readonly string[]>;
}

/** One of the words that a word of a search may mean. */
interface Choice {
  word: string;
  /** How unlikely it is; 0 for the word as it was typed. */
  cost: number;
  /** How titles write the word, each as words that follow each other. */
  spellings: readonly (readonly string[])[];
}

/**
 * Returns the texts that a person may have meant with a search that found nothing, with one slip of the keyboard corrected
 * in a word or in several. First come the texts that a title contains, where a word that other titles contain may be a
 * slip too («rei leon»); then those in which only unknown words are corrected, the nearest first.
 *
 * @returns folded texts; empty when a word has no correction or all words are known and belong together in no title
 */
export async function correctWords(known: KnownWords, text: string): Promise<string[]> {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsCorrected);
  const genreWords = await known.genreWords();
  const choices = await Promise.all(
    words.map((word) => listChoices(known, genreWords, word, words.length > 1)),
  );
  if (choices.some((each) => each.length === 0)) return [];
  const titled = words.length < 2 ? [] : await listTitled(known, words, choices);
  return [...new Set([...titled, ...listNearest(words, choices)])].slice(0, textsTried);
}

/** Returns the texts in which every unknown word is corrected and every known word stays, the nearest first. */
function listNearest(words: readonly string[], choices: readonly (readonly Choice[])[]): string[] {
  return choices
    .map((each) => each.filter(({ cost }) => cost === 0 || each[0]?.cost !== 0))
    .reduce<string[][]>(
      (texts, each) =>
        texts.flatMap((before) => each.map(({ word }) => [...before, word])).slice(0, textsTried),
      [[]],
    )
    .map((each) => each.join(' '))
    .filter((each) => each !== words.join(' '));
}

/** Returns the texts of which a title contains every word, the nearest first. */
async function listTitled(
  known: KnownWords,
  words: readonly string[],
  choices: readonly (readonly Choice[])[],
): Promise<string[]> {
  if (choices.every((each) => each.length === 1)) return [];
  const query = readSearch(words.join(' '), (word) => {
    const index = words.indexOf(word);
    return index === -1 ? [] : (choices[index]?.flatMap(({ spellings }) => spellings) ?? []);
  });
  const costs = new Map<string, number>();
  for (const title of await known.listTitles(query)) {
    const read = ` ${splitWords(title).join(' ')} `;
    const chosen = choices.map((each) =>
      each.find(({ spellings }) => spellings.some((spelling) => read.includes(` ${spelling.join(' ')} `))),
    );
    if (chosen.some((choice) => choice === undefined)) continue;
    const cost = chosen.reduce((sum, choice) => sum + (choice?.cost ?? 0), 0);
    costs.set(chosen.map((choice) => choice?.word).join(' '), cost);
  }
  costs.delete(words.join(' '));
  return [...costs]
    .toSorted(([, a], [, b]) => a - b)
    .slice(0, titledTried)
    .map(([each]) => each);
}

/**
 * Returns what a word of a search may mean, the likeliest first: the word itself when it is known, and its corrections.
 *
 * @param hasOthers - whether the search has other words, beside which short words are corrected too
 */
async function listChoices(
  known: KnownWords,
  genreWords: ReadonlySet<string>,
  word: string,
  hasOthers: boolean,
): Promise<Choice[]> {
  const typed: Choice = { word, cost: 0, spellings: [[word]] };
  const number = readNumber([word], 0);
  if (number !== undefined) return [{ ...typed, spellings: [[word], ...spellNumber(number.value)] }];
  const shortest = hasOthers ? shortestBesideOthers : shortestForgiven;
  if (word.length < shortest || word.length > longestForgiven || !/^[a-z0-9]+$/.test(word)) return [typed];
  const slips = listSlips(word);
  const [forms, isBegun] = await Promise.all([known.listForms([word, ...slips]), known.isBeginning(word)]);
  const spellings = new Map<string, string[][]>(
    slips.filter((slip) => genreWords.has(slip)).map((slip) => [slip, [[slip]]]),
  );
  for (const form of forms) {
    const written = (form.written ?? form.word).split(' ');
    spellings.set(form.word, [...(spellings.get(form.word) ?? []), written]);
  }
  const isKnown = spellings.has(word) || genreWords.has(word) || isBegun;
  const corrections = [...spellings]
    .filter(([slip]) => slip !== word && slip.length > 1)
    .map(([slip, each]) => ({ word: slip, cost: 1 + distance(word, slip), spellings: each }))
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, choicesOfWord);
  if (isKnown) return [{ ...typed, spellings: spellings.get(word) ?? [[word]] }, ...corrections];
  // A short word may stand inside a longer one.
  return word.length < shortestForgiven ? [...corrections, { ...typed, cost: shortTypedCost }] : corrections;
}

/**
 * Orders the corrections of a word: people seldom mistype the first letter, and more often leave a letter out or
 * exchange two than they type another one.
 */
function distance(word: string, correction: string): number {
  const isOtherLength = word.length !== correction.length;
  const isExchange = !isOtherLength && sortLetters(word) === sortLetters(correction);
  return (word[0] === correction[0] ? 0 : 2) + (isOtherLength || isExchange ? 0 : 1);
}

const sortLetters = (word: string): string => Array.from(word).toSorted().join('');
