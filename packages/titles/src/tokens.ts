/**
 * Splits a name into tokens: words, brackets with their content, dashes, bars and other signs. Each token knows where it
 * stands, so that a title is a piece of the name itself and keeps its spelling.
 */
import { foldWord } from './fold-word.ts';

export interface Token {
  kind: 'word' | 'bracket' | 'dash' | 'bar' | 'sign';
  start: number;
  /** Where it ends; a comma or colon behind a word is no longer part of it. */
  end: number;
  /** A word in lower case, without accents, apostrophes and closing punctuation; empty for all other tokens. */
  folded: string;
  /** The comma or colon directly behind a word. */
  edge: ',' | ':' | '';
}

const letters = 0;
const blank = 1;
const opening = 2;
const closing = 3;
const bar = 4;
const symbol = 5;

const closers: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['【', '】'],
]);
/** No tag in brackets is longer; a bracket that is not closed within it is a sign. */
const longestBracket = 160;

/** Arrows that set a prefix off as bars do: → ⇒ ▶ ▸ ► ● ➤ */
const isArrow = (code: number): boolean =>
  code === 0x2192 ||
  code === 0x21d2 ||
  code === 0x25b6 ||
  code === 0x25b8 ||
  code === 0x25ba ||
  code === 0x25cf ||
  code === 0x27a4;

function kindOf(code: number): number {
  if (code < 0x80) {
    if (code <= 0x20) return blank;
    if (code === 0x28 || code === 0x5b || code === 0x7b) return opening;
    if (code === 0x29 || code === 0x5d || code === 0x7d) return closing;
    return code === 0x7c ? bar : letters;
  }
  if (code < 0xc0) return code === 0xa0 ? blank : code === 0xa6 ? bar : letters;
  if (code < 0x2022) return letters;
  if (code === 0x2022) return bar;
  if (code < 0x2190) return letters;
  if (code >= 0x2500 && code <= 0x259f) return bar;
  if (isArrow(code)) return bar;
  if (code < 0x2c00) return code >= 0x2758 && code <= 0x275a ? bar : symbol;
  if (code === 0x3010) return opening;
  if (code === 0x3011) return closing;
  // The first halves of emoji, flags and pictures; `signEnd` takes the second halves with them.
  return code >= 0xd83c && code <= 0xd83e ? symbol : letters;
}

const isDash = (code: number): boolean => code === 0x2d || code === 0x2013 || code === 0x2014;
/** Characters that are no part of a word at its edges: · * ~ = _ « » ; and dashes. */
const isEdge = (code: number): boolean =>
  isDash(code) ||
  code === 0xb7 ||
  code === 0xab ||
  code === 0xbb ||
  code === 0x2a ||
  code === 0x7e ||
  code === 0x3d ||
  code === 0x5f ||
  code === 0x3b;
const isCommaOrColon = (code: number): boolean => code === 0x2c || code === 0x3a;

/** Splits a name into its tokens, in their order. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  while (index < text.length) {
    const kind = kindOf(text.charCodeAt(index));
    if (kind === blank) {
      index += 1;
    } else if (kind === letters) {
      index = takeRun(text, index, tokens);
    } else {
      const close = kind === opening ? findClose(text, index) : -1;
      const end = close === -1 ? signEnd(text, index) : close + 1;
      const isFlat = close === -1;
      tokens.push(token(isFlat ? (kind === bar ? 'bar' : 'sign') : 'bracket', index, end));
      index = end;
    }
  }
  return tokens;
}

const token = (kind: Token['kind'], start: number, end: number): Token => ({
  kind,
  start,
  end,
  folded: '',
  edge: '',
});

/** Where a sign ends: half an emoji would be no text, and Postgres refuses it. */
function signEnd(text: string, start: number): number {
  if (isFlagLetter(text, start) && isFlagLetter(text, start + 2)) return start + flagLength;
  return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
}

/** A flag has two characters of two halves each, which are one sign. */
export const flagLength = 4;

const isFlagLetter = (text: string, index: number): boolean => {
  const point = text.codePointAt(index) ?? 0;
  return point >= 0x1f1e6 && point <= 0x1f1ff;
};

function findClose(text: string, start: number): number {
  const open = text.charAt(start);
  const close = closers.get(open) ?? '';
  const limit = Math.min(text.length, start + longestBracket);
  let depth = 0;
  for (let index = start; index < limit; index += 1) {
    const character = text.charAt(index);
    if (character === open) depth += 1;
    else if (character === close) depth -= 1;
    if (depth === 0) return index;
  }
  return -1;
}

/** Reads a run of characters without blanks, brackets and bars. @returns where it ends */
function takeRun(text: string, from: number, tokens: Token[]): number {
  let end = from;
  while (end < text.length && kindOf(text.charCodeAt(end)) === letters) {
    end += 1;
    // A colon inside a run separates two words: `ES:Roma`.
    if (text.charCodeAt(end - 1) === 0x3a && end - from > 1) break;
  }
  const yearStart = gluedYear(text, from, end);
  if (yearStart !== -1) end = yearStart;
  let first = from;
  while (first < end && isEdge(text.charCodeAt(first))) first += 1;
  if (first > from) tokens.push(token(edgeKind(text, from, first), from, first));
  if (first === end) return end;
  let last = end;
  while (last > first && isEdge(text.charCodeAt(last - 1))) last -= 1;
  const edgeStart = last;
  const isEdged = isCommaOrColon(text.charCodeAt(last - 1));
  if (isEdged) last -= 1;
  if (last === first || isDots(text, first, last)) {
    tokens.push(token('sign', first, edgeStart));
  } else {
    const edge = isEdged ? (text.charAt(last) === ',' ? ',' : ':') : '';
    tokens.push({
      kind: 'word',
      start: first,
      end: last,
      folded: foldedWord(text, first, last),
      edge,
    });
  }
  if (edgeStart < end) tokens.push(token(edgeKind(text, edgeStart, end), edgeStart, end));
  return end;
}

const wordWithYear = /^\p{L}{2,40}-(?:19|20)\d\d$/u;

/** Where a year begins that a hyphen joins to a word without digits: `Coco-2017`; -1 where none does. */
function gluedYear(text: string, start: number, end: number): number {
  if (end - start < 7 || end - start > 45 || !isDash(text.charCodeAt(end - 5))) return -1;
  return wordWithYear.test(text.slice(start, end)) ? end - 4 : -1;
}

function edgeKind(text: string, start: number, end: number): 'dash' | 'sign' {
  for (let index = start; index < end; index += 1) if (!isDash(text.charCodeAt(index))) return 'sign';
  return 'dash';
}

function isDots(text: string, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (text.charCodeAt(index) !== 0x2e) return false;
  return true;
}

function foldedWord(text: string, start: number, end: number): string {
  let last = end;
  while (last > start + 1 && isClosing(text.charCodeAt(last - 1))) last -= 1;
  const folded = foldWord(text.slice(start, last));
  return folded.includes("'") ? folded.replaceAll("'", '') : folded;
}

const isClosing = (code: number): boolean =>
  code === 0x2e || code === 0x21 || code === 0x3f || code === 0x2026;
