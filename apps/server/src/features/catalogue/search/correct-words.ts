import { foldText } from '@butaca/contract';
import type { SearchRepository } from './search.repository.ts';
import { listSlips, longestForgiven, shortestForgiven } from './one-slip.ts';

const wordsCorrected = 8;
/** How many corrected texts are tried, the nearest first. */
const textsTried = 4;

/** What corrections of a search need to know about the catalogue. */
export interface KnownWords extends SearchRepository {
  /** Returns the folded words of the names of all genres. */
  genreWords(): Promise<ReadonlySet<string>>;
}

/**
 * Returns the texts that a person may have meant with a search that found nothing: in each unknown word, one slip of the
 * keyboard is corrected. Known words stay, also those that only begin a word of the catalogue.
 *
 * @returns folded texts, the nearest first; empty when a word has no correction or all words are known
 */
export async function correctWords(known: KnownWords, text: string): Promise<string[]> {
  const words = foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsCorrected);
  const genreWords = await known.genreWords();
  const choices = await Promise.all(words.map((word) => listChoices(known, genreWords, word)));
  const isUnchanged = choices.every((each, index) => each.length === 1 && each[0] === words[index]);
  if (isUnchanged || choices.some((each) => each.length === 0)) return [];
  return choices
    .reduce<string[][]>(
      (texts, each) => texts.flatMap((before) => each.map((word) => [...before, word])).slice(0, textsTried),
      [[]],
    )
    .map((each) => each.join(' '));
}

/** Returns what a single word of a search may mean: the word itself when it is known, else its corrections. */
async function listChoices(
  known: KnownWords,
  genreWords: ReadonlySet<string>,
  word: string,
): Promise<string[]> {
  if (word.length < shortestForgiven || word.length > longestForgiven || /^\d+$/.test(word)) return [word];
  if (!/^[a-z0-9]+$/.test(word)) return [word];
  if ((await known.isBeginning(word)) || genreWords.has(word)) return [word];
  const slips = listSlips(word);
  const found = new Set([...slips.filter((slip) => genreWords.has(slip)), ...(await known.listKnown(slips))]);
  return [...found].toSorted((a, b) => distance(word, a) - distance(word, b)).slice(0, textsTried);
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
