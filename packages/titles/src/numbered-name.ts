/**
 * Reads a name that has nothing besides a text and a number: «Marimar 12», «Marimar Cap 12», «12 - Marimar», «05». Alone it
 * says little of its kind, because films are called «Rocky 2» and channels «Canal 5»; neighbours.ts compares it with others.
 */
import { evenBlanks, foldTitle } from './fold-title.ts';
import type { NameReading } from './name-reading.ts';
import { readName, type NameContext } from './read-name.ts';
import { repairText } from './repair.ts';

/** Where the number of a name stands: in front of its text or behind it. */
export type NumberPlace = 'start' | 'end';

export interface NumberedName {
  place: NumberPlace;
  /** The text without number and tags, folded; empty for a number alone. */
  text: string;
  year: number | undefined;
  /** The number in front of the number of «Nombre 1.05» and «Nombre 3-07». */
  season: number | undefined;
  number: number;
  /** Whether it is written with a nought in front, which sagas of films hardly have: «Nombre 05». */
  isPadded: boolean;
  /** Whether a title of its own stands behind the number, as films of a saga have it, too: «Nombre - 05 - El regreso». */
  hasOwnTitle: boolean;
  /** Whether a word that only chapters have stands before the number: «Nombre Cap 5». */
  hasCode: boolean;
}

const longestName = 300;
const hasDigit = /\d/;
const numberInFront = /^#?(\d{1,4})(?:\s{0,2}[.)\-–:_]\s{0,2}|\s|$)/;
/** Two numbers as in «Nombre 1.05» and «Nombre 3-07». */
const pairOfNumbers = /(?<!\d)[1-9](?:\.\d|-0)\d(?!\d)/;
const paddedNumber = /(?<!\d)0\d{1,3}(?!\d)/;

/** @returns `undefined` for a name without a number, or with a code that says its kind by itself: `S01E02` */
export function readNumberedName(name: string, context: NameContext = {}): NumberedName | undefined {
  if (name.length > longestName || !hasDigit.test(name)) return undefined;
  const end = readName(name, { ...context, mayHaveChapter: true });
  const { chapter } = end;
  const season = chapter?.season;
  if (season !== undefined && (chapter?.isCertain === true || !pairOfNumbers.test(name))) return undefined;
  const isAtEnd = chapter !== undefined && !chapter.isBefore;
  const isPadded = paddedNumber.test(name);
  if (isAtEnd && chapter.first === chapter.last) {
    const [number, hasOwnTitle] = [chapter.first, chapter.title !== undefined];
    const hasCode = chapter.isCertain && !chapter.isAbsolute;
    // «Capítulo 4» is counted with «03» and «05».
    if (end.title === '')
      return { place: 'start', text: '', year: end.year, season, number, isPadded, hasOwnTitle, hasCode };
    return {
      place: 'end',
      text: foldTitle(end.title),
      year: end.year,
      season,
      number,
      isPadded,
      hasOwnTitle,
      hasCode,
    };
  }
  const start = readNumberedChapter(name, 'start', context);
  if (start?.chapter === undefined) return undefined;
  const { first: number } = start.chapter;
  const text = foldTitle(start.title);
  return {
    place: 'start',
    text,
    year: start.year,
    season: undefined,
    number,
    isPadded,
    hasOwnTitle: false,
    hasCode: false,
  };
}

/** Reads a name whose number is that of a chapter. @returns `undefined` where the number stands elsewhere */
export function readNumberedChapter(
  name: string,
  place: NumberPlace,
  context: NameContext = {},
): NameReading | undefined {
  if (place === 'end') return readName(name, { ...context, mayHaveChapter: true });
  const text = evenBlanks(repairText(name)).trim();
  const found = numberInFront.exec(text);
  const number = Number(found?.[1]);
  if (found === null || number === 0 || number > longestSeries) return undefined;
  const rest = text.slice(found[0].length).trim();
  const chapter = {
    season: undefined,
    first: number,
    last: number,
    title: undefined,
    isBefore: true,
    isAbsolute: true,
    isCertain: false,
  };
  const reading = readName(rest === '' ? text : rest, { ...context, mayHaveChapter: false });
  return { ...reading, title: rest === '' ? '' : reading.title, chapter };
}

/** Numbers beyond this one are years or parts of a title. */
const longestSeries = 1_899;

/** What a number in front of a film's title is: its place in a list of films («3. Tiburón»), or its year («2017 - Coco»). */
export type FrontNumber = 'place' | 'year';

const frontOfTitle = /^(\d{1,4})(?:[.)]| ?[-–])\s{1,3}(?=[\p{L}\p{N}¿¡"«])/u;
const yearInBrackets = /[([{](?:19|20)\d\d[)\]}]/;

/** Reads a number that is set off in front of a title. Alone it may be a part of the title: «1984 - La película». */
export function readFrontNumber(name: string): { is: FrontNumber; number: number; rest: string } | undefined {
  const found = frontOfTitle.exec(name);
  const digits = found?.[1];
  if (found === null || digits === undefined) return undefined;
  const number = Number(digits);
  const isYear = digits.length === 4 && number >= 1900 && number < 2100;
  if (isYear ? yearInBrackets.test(name) : digits.length === 4) return undefined;
  return { is: isYear ? 'year' : 'place', number, rest: name.slice(found[0].length) };
}

/** Reads the name of a film without the number in front of it, which is its year or its place in a list. */
export function readBehindFront(name: string, context: NameContext = {}): NameReading {
  const front = readFrontNumber(name);
  if (front === undefined) return readName(name, context);
  const reading = readName(front.rest, { ...context, mayHaveChapter: false });
  return front.is === 'year' ? { ...reading, year: reading.year ?? front.number } : reading;
}
