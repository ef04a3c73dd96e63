/*
 * A search ignores case, accents and ¿¡, so its matches cannot be found in the written text directly. The text is folded
 * character by character, and each folded character records its origin; a match in the folded text then gives the range in the
 * written one. Words of one or two letters match only at the beginning of a word, as in the server's search for films and
 * series; if there is no such match, anywhere, as in its search for channels.
 */
import { foldText } from '@butaca/contract';

/** A part of a text, `end` not included. */
export interface Mark {
  start: number;
  end: number;
}

/** The words of a search, folded, each once. */
export function wordsOf(term: string): string[] {
  return [...new Set(foldText(term).split(' '))].filter((word) => word !== '');
}

/** Where the words occur in a text, in order and apart from each other. */
export function findMarks(text: string, words: readonly string[]): Mark[] {
  const { folded, origins } = foldWithOrigins(text);
  const found = words.flatMap((word) => {
    const places = placesOf(word, folded);
    const counted = places.filter((at) => counts(word, folded, at));
    return (counted.length > 0 ? counted : places).map((at) => ({
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

/** Whether every word occurs, the short ones where a word begins. */
export function holdsEvery(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => placesOf(word, folded).some((at) => counts(word, folded, at)));
}

function counts(word: string, folded: string, at: number): boolean {
  return word.length > 2 || at === 0 || folded[at - 1] === ' ';
}

function placesOf(word: string, folded: string): number[] {
  const places: number[] = [];
  for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + word.length)) places.push(at);
  return places;
}

function foldWithOrigins(text: string): { folded: string; origins: Mark[] } {
  let folded = '';
  let start = 0;
  const origins: Mark[] = [];
  for (const character of text) {
    const end = start + character.length;
    const piece = /\s/u.test(character) ? ' ' : foldText(character);
    for (let index = 0; index < piece.length; index += 1) origins.push({ start, end });
    // A combining accent folds to nothing; it belongs to the letter before it.
    const last = origins.at(-1);
    if (piece === '' && last !== undefined && /\p{M}/u.test(character)) last.end = end;
    folded += piece;
    start = end;
  }
  return { folded, origins };
}
