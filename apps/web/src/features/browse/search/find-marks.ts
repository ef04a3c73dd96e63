/* Finds the parts of a text that a search matched, to highlight them. A search ignores case, accents and ¿¡, so its
   matches cannot be looked up in the original text directly. The text is folded (lower case, no accents) character
   by character, and for each folded character its position in the original text is recorded; a match in the folded
   text then gives a range of the original text. Search words of one or two letters match only at the beginning of a
   word, as in the server's search for films and series; if no word begins with them, they match anywhere, as in the
   server's search for channels. */
import { foldText } from '@butaca/contract';

/** A highlighted range of characters in a text; `end` is exclusive. */
export interface Mark {
  start: number;
  end: number;
}

/** The words of a search term in lower case and without accents, without duplicates. */
export function wordsOf(term: string): string[] {
  return [...new Set(foldText(term).split(' '))].filter((word) => word !== '');
}

/** The ranges of a text that match the words of a search, in ascending order and without overlaps. */
export function findMarks(text: string, words: readonly string[]): Mark[] {
  const { folded, origins } = foldWithOrigins(text);
  const found = words.flatMap((word) => {
    const occurrences = occurrencesOf(word, folded);
    const counted = occurrences.filter((at) => counts(word, folded, at));
    return (counted.length > 0 ? counted : occurrences).map((at) => ({
      start: origins[at]?.start ?? 0,
      end: origins[at + word.length - 1]?.end ?? text.length,
    }));
  });
  const marks: Mark[] = [];
  for (const mark of found.toSorted((a, b) => a.start - b.start)) {
    const last = marks.at(-1);
    if (last !== undefined && mark.start <= last.end) last.end = Math.max(last.end, mark.end);
    else marks.push({ ...mark });
  }
  return marks;
}

/**
 * Whether a text contains every word of a search; words of one or two letters count only at the beginning of a word.
 */
export function holdsEvery(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => occurrencesOf(word, folded).some((at) => counts(word, folded, at)));
}

function counts(word: string, folded: string, at: number): boolean {
  return word.length > 2 || at === 0 || folded[at - 1] === ' ';
}

function occurrencesOf(word: string, folded: string): number[] {
  const occurrences: number[] = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length))
    occurrences.push(at);
  return occurrences;
}

function foldWithOrigins(text: string): { folded: string; origins: Mark[] } {
  let folded = '';
  let start = 0;
  const origins: Mark[] = [];
  for (const character of text) {
    const end = start + character.length;
    const piece = /\s/u.test(character) ? ' ' : foldText(character);
    for (let index = 0; index < piece.length; index += 1) origins.push({ start, end });
    // A combining accent has no folded character of its own; it belongs to the letter before it.
    const last = origins.at(-1);
    if (piece === '' && last !== undefined && /\p{M}/u.test(character)) last.end = end;
    folded += piece;
    start = end;
  }
  return { folded, origins };
}
