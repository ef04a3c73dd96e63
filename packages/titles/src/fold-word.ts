import { isLatin, withoutAccents } from './latin-letters.ts';

const plain = /^[\u0000-\u007f]*$/;
const marks = /[\u0300-\u036f]+/g;

/** Gives a word in lower case and without accents, as the tables of words have it. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase();
  if (plain.test(lower)) return lower;
  if (isLatin(lower)) return withoutAccents(lower);
  return lower.normalize('NFD').replace(marks, '').replaceAll('’', "'");
}
