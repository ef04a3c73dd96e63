import { isLatin, withoutAccents } from './latin-letters.ts';

const plain = /^[\u0000-\u007f]*$/;
const unevenBlanks = /\s{2}|[^\S ]/u;

/** Replaces every run of blanks in a title by one space. */
export function evenBlanks(text: string): string {
  return unevenBlanks.test(text) ? text.replace(/\s+/gu, ' ') : text;
}

/** Normalises a title for comparison: lower case, no accents, no ¿ or ¡, single spaces. */
export function foldTitle(text: string): string {
  // Fast path: most titles are plain ASCII and have no accents to remove.
  if (plain.test(text)) return evenBlanks(text.toLowerCase()).trim();
  if (isLatin(text)) return evenBlanks(withoutAccents(text.toLowerCase()).replace(/[¿¡]/g, '')).trim();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[¿¡]/g, '')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .trim();
}
