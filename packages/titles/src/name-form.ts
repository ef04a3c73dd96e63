/**
 * Reads the form of an entry's name: what remains when its words and numbers are left out. `Titanic (1997)` and `Duna
 * (2021)` have the form `… (año)`, and `Mi serie - 05` has `… - #`. Entries of one form are written by the same habit of
 * a provider, so that what a person decides about one of them may hold for all.
 */
import { repairText } from './repair.ts';

/** Longer names have no form: they are sentences, of which hardly two are alike. */
const nameMaxLength = 300;
const formMaxLength = 60;

/** Words that tell a form from another where they stand beside a number: «Cap 5» is written unlike «Rocky 5». */
const codeWords: ReadonlySet<string> = new Set(
  'cap capitulo ep episodio episode e s t x temp temporada season parte part vol'.split(' '),
);

const parts = /(\p{L}[\p{L}\p{M}'’]*)|(\p{N}+)|(\s+)|([^\p{L}\p{N}\s])/gu;
const year = /^(?:19|20)\d\d$/;

/**
 * @returns `undefined` for a name that has nothing but words, and for one that is too long: its form would be that of
 *   most entries of a list
 */
export function nameForm(name: string): string | undefined {
  const text = repairText(name).trim().toLowerCase();
  if (text.length > nameMaxLength) return undefined;
  let form = '';
  let hasBlank = false;
  let isDistinct = false;
  for (const [, word, number, blank, sign] of text.matchAll(parts)) {
    if (blank !== undefined) {
      hasBlank = true;
      continue;
    }
    const isWord = word !== undefined && !codeWords.has(unaccented(word));
    const piece = isWord
      ? '…'
      : word !== undefined
        ? unaccented(word)
        : number === undefined
          ? (sign ?? '')
          : numberForm(number);
    isDistinct ||= number !== undefined || (sign !== undefined && telling.has(sign));
    if (isWord && form.endsWith('…')) {
      hasBlank = false;
      continue;
    }
    // Signs inside of a run of words, such as the comma of a title, say nothing of the form.
    if (sign !== undefined && !telling.has(sign)) {
      hasBlank = true;
      continue;
    }
    form += hasBlank && form !== '' ? ` ${piece}` : piece;
    hasBlank = false;
    if (form.length > formMaxLength) return undefined;
  }
  return isDistinct ? form : undefined;
}

/** Signs by which people separate the parts of a name. */
const telling: ReadonlySet<string> = new Set('()[]{}|-–:/#'.split(''));

const numberForm = (digits: string): string => (year.test(digits) ? 'año' : '#');

const unaccented = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '');
