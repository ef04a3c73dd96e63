/**
 * Titles as they are compared: folded, without punctuation and blanks, with numbers of parts in one spelling. «El Padrino:
 * Parte II», «EL PADRINO 2» and «El.Padrino.Parte.Dos» have the same key.
 */
import { foldTitle } from '@butaca/titles';

/** Longer titles are no titles; what is behind is not compared. */
const comparedLength = 500;

const romans: ReadonlyMap<string, string> = new Map(
  'ii iii iv v vi vii viii ix x xi xii xiii'.split(' ').map((roman, index) => [roman, String(index + 2)]),
);

const partWords: ReadonlySet<string> = new Set(
  'parte part pt vol volumen volume capitulo chapter episodio episode'.split(' '),
);

const numberWords: ReadonlyMap<string, string> = new Map(
  [
    'uno one i primera',
    'dos two ii segunda',
    'tres three iii tercera',
    'cuatro four iv cuarta',
    'cinco five v quinta',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, String(index + 1)] as const)),
);

const articleBehind = /^(.+), (el|la|los|las|the)$/u;
const apostrophes = /['’`´]/gu;
const signs = /[^\p{L}\p{N}]+/u;

/** The words of a title in the order in which they are compared. @param title - as a list or a source writes it */
export function titleWords(title: string): string[] {
  const folded = foldTitle(title.slice(0, comparedLength)).replace(articleBehind, '$2 $1');
  const words = folded.replaceAll('&', ' y ').replace(apostrophes, '').split(signs).filter(Boolean);
  const read: string[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    const next = words[index + 1];
    const part = next === undefined || read.length === 0 ? undefined : numberBehind(word, next);
    if (part === undefined) read.push(sameWord(word, read.length));
    else {
      read.push(part);
      index += 1;
    }
  }
  return read;
}

/** The number that a word such as «parte» announces. */
function numberBehind(word: string, next: string): string | undefined {
  if (!partWords.has(word)) return undefined;
  return (
    numberWords.get(next) ?? romans.get(next) ?? (/^\d{1,2}$/.test(next) ? String(Number(next)) : undefined)
  );
}

/** The first word is never a number of a part: «V», «X» and «Cinco» are titles. */
function sameWord(word: string, place: number): string {
  if (word === 'and') return 'y';
  return place === 0 ? word : (romans.get(word) ?? word);
}

/** The text under which titles are compared; empty for a title without letters and digits, which equals no other. */
export const titleKey = (title: string): string => titleWords(title).join('');

const divided = / [-–—/|] |[()[\]]/u;

/**
 * The keys of the names that a title joins: «El origen - Inception», «Viaje a Agartha (Hoshi o Ou Kodomo)».
 *
 * @returns fewer than two keys for a title that joins no names
 */
export const joinedNames = (title: string): string[] =>
  title
    .slice(0, comparedLength)
    .split(divided)
    .map(titleKey)
    .filter((key) => key !== '');
