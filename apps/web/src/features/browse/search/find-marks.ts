/*
 * A search ignores case, accents and ¿¡, so the places where its words occur cannot be read off the text as it is written. The
 * text is folded a character at a time, and for every folded character it is kept where it came from; a word that is found in the
 * folded text is then known by its place in the written one. Words of one or two letters count where a word begins, as for the
 * server's films and series, and elsewhere only in a text that has them nowhere else, as its channels may.
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
