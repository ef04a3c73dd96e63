import { foldText } from '@butaca/contract';
import { readNumber, spellNumber } from './numerals.ts';

/** One word of a search or a title, or the words that state one number, or the letters of an acronym. */
export interface Term {
  /** Its letters and digits as they were written, folded (lower case, no accents) and without blanks or signs. */
  word: string;
  /** The word, or the digits of the number: equal for all spellings of one number. */
  canonical: string;
}

/** A term of a search. */
export interface SearchTerm extends Term {
  isNumber: boolean;
  /** Whether it was written as one word: «doce» and not «treinta y tres» or «E.T.». */
  isSingle: boolean;
  /** The ways to write the term, each as whole words that follow each other; first as it was written. */
  spellings: string[][];
}

/** A half behind a number («8 1/2», «ocho y medio»), as a word of its own. */
const half = '½';
const halfWords: ReadonlySet<string> = new Set(['medio', 'media']);

/** Returns the folded words of a text: letters apart from digits, without signs; «1/2» and «½» are the word «½». */
export function splitWords(text: string): string[] {
  const folded = foldText(text.replaceAll(half, ' 1/2 ')).replace(/(?<!\p{Nd})1\/2(?!\p{Nd})/gu, half);
  return folded.match(/½|\p{L}+|\p{Nd}+/gu) ?? [];
}

/**
 * Reads a search as terms.
 *
 * @param limit - the most terms that are returned
 */
export function readTerms(text: string, limit = Number.POSITIVE_INFINITY): SearchTerm[] {
  return readWritten(text, limit).map(({ kind, written, number, hasHalf, ...term }) => ({
    ...term,
    isNumber: kind === 'number',
    isSingle: kind !== 'acronym' && written.length === 1,
    spellings:
      kind === 'number'
        ? unique([written, ...spell(number, hasHalf)])
        : kind === 'acronym'
          ? [[...written], [term.word]]
          : [[term.word]],
  }));
}

/** Reads a title as terms, without their spellings: a search reads some hundred titles. */
export const readTitle = (title: string): readonly Term[] => readWritten(title, Number.POSITIVE_INFINITY);

interface WrittenTerm extends Term {
  kind: 'word' | 'number' | 'acronym';
  /** The words of which it consists, as they were written; a half is the words «1» and «2» here. */
  written: readonly string[];
  /** The number that it states; 0 for what is none. */
  number: number;
  /** Whether a half follows the number. */
  hasHalf: boolean;
}

function readWritten(text: string, limit: number): WrittenTerm[] {
  const words = splitWords(text);
  const terms: WrittenTerm[] = [];
  for (let at = 0; at < words.length && terms.length < limit;) {
    const { term, length } = readAcronym(words, at) ?? readNumeral(words, at) ?? readWord(words, at);
    terms.push(term);
    at += length;
  }
  return terms;
}

interface TermRead {
  term: WrittenTerm;
  /** How many words the term consists of. */
  length: number;
}

const noNumber = { number: 0, hasHalf: false } as const;

/** Reads single letters that follow each other («s w a t», «E.T.») as one word. */
function readAcronym(words: readonly string[], at: number): TermRead | undefined {
  let end = at;
  while (isLetter(words[end])) end += 1;
  if (end - at < 2) return undefined;
  const written = words.slice(at, end);
  const word = written.join('');
  return {
    term: { kind: 'acronym', word, canonical: word, written, ...noNumber },
    length: written.length,
  };
}

const isLetter = (word: string | undefined): boolean => word !== undefined && /^\p{L}$/u.test(word);

function readNumeral(words: readonly string[], at: number): TermRead | undefined {
  const number = readNumber(words, at);
  if (number === undefined) return undefined;
  const end = at + number.length;
  const halfLength =
    words[end] === half ? 1 : words[end] === 'y' && halfWords.has(words[end + 1] ?? '') ? 2 : 0;
  const length = number.length + halfLength;
  const written = words.slice(at, at + length).flatMap((word) => (word === half ? ['1', '2'] : word));
  const hasHalf = halfLength > 0;
  return {
    term: {
      kind: 'number',
      word: written.join(''),
      canonical: String(number.value) + (hasHalf ? half : ''),
      written,
      number: number.value,
      hasHalf,
    },
    length,
  };
}

/** Lists the spellings of a number, also of one with a half. */
function spell(number: number, hasHalf: boolean): string[][] {
  const spelt = spellNumber(number);
  if (!hasHalf) return spelt;
  return spelt.flatMap((each, index) =>
    // Folding «8½» as it stands in a title has made it «81⁄2».
    index === 0
      ? [
          [...each, '1', '2'],
          [`${each[0]}1`, '2'],
        ]
      : ['medio', 'media'].map((word) => [...each, 'y', word]),
  );
}

function readWord(words: readonly string[], at: number): TermRead {
  const word = words[at] === half ? '12' : (words[at] ?? '');
  return { term: { kind: 'word', word, canonical: word, written: [word], ...noNumber }, length: 1 };
}

/** Returns sequences of words without those that repeat an earlier one. */
export function unique(sequences: readonly (readonly string[])[]): string[][] {
  return [...new Map(sequences.map((words) => [words.join(' '), [...words]])).values()];
}
