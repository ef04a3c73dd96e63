/** Reads the season in a name: `Temporada 2`, `2ª temporada`, `Segunda temporada`, `T2`, `S02`, `Temporada II`, `Libro 3`. */
import type { Atom } from './atoms.ts';

/** A season at an atom, and the index of the atom behind it. */
export interface SeasonMatch {
  season: number;
  next: number;
  isWord: boolean;
  /** «Libro», «Parte»: a season only where a chapter follows. */
  isPart: boolean;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const longWords = words('temporada temporadas season seasons temp tem tempo temps tmp saison stagione');
const letterWords = words('t s');
const partWords = words('libro parte book part volumen vol');
const ordinalEndings = words('ª a º o da ra ta na ma va era er do to mo vo st nd rd th');

const ordinals = new Map<string, number>();
const numerals = new Map<string, number>();
const name = (table: Map<string, number>, list: string): void => {
  list.split(' ').forEach((same, index) => {
    for (const word of same.split('/')) table.set(word, index + 1);
  });
};
name(
  ordinals,
  'primera/primer/first segunda/second tercera/tercer/third cuarta/fourth quinta/fifth sexta/sixth septima/setima/seventh octava/eighth novena/ninth decima/tenth undecima/decimoprimera duodecima/decimosegunda decimotercera decimocuarta decimoquinta',
);
name(
  numerals,
  'i/uno/una/one ii/dos/two iii/tres/three iv/cuatro/four v/cinco/five vi/seis/six vii/siete/seven viii/ocho/eight ix/nueve/nine x/diez/ten xi/once xii/doce xiii/trece xiv/catorce xv/quince xvi/dieciseis xvii/diecisiete xviii/dieciocho xix/diecinueve xx/veinte veintiuno veintidos veintitres veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta',
);

/** Reads a number that is a word or Roman: `dos`, `II`; the word is folded. */
export const readNumeral = (word: string): number | undefined => numerals.get(word);

const looseSigns = new Set(' .-–—_:,;()[]{}|/·•#°º»›>'.split(''));

/** Whether only blanks, dots, dashes, colons and brackets stand between two parts of a code. */
export function isLoose(gap: string): boolean {
  if (gap.length > 6) return false;
  for (const character of gap) if (!looseSigns.has(character)) return false;
  return true;
}

const shortGaps: ReadonlySet<string> = new Set(['', '.', ' ', '. ', ':', ': ']);

/** Whether nothing, a dot, a colon or a blank stands between a letter and its number: `T2`, `T.2`, `T. 2`, `T:2`. */
export const isShortGap = (gap: string): boolean => shortGaps.has(gap);

/** Whether a word begins at an atom: another letter or digit directly before it makes it a part of one. */
export const isWordStart = (atoms: readonly Atom[], index: number): boolean =>
  index === 0 || atoms[index]!.gap !== '';

/** The most a season's number may be; a year may also stand for a season: `S2019E01`. */
const mostSeasons = 99;

/** Reads a season that begins at an atom; `undefined` where none does. */
export function matchSeason(atoms: readonly Atom[], index: number): SeasonMatch | undefined {
  const atom = atoms[index]!;
  if (!isWordStart(atoms, index)) return undefined;
  if (atom.isNumber) return matchOrdinalNumber(atoms, index);
  const ordinal = ordinals.get(atom.text);
  const next = atoms[index + 1];
  if (next === undefined) return undefined;
  if (ordinal !== undefined) {
    const isSeason = longWords.has(next.text) && next.gap === ' ';
    return isSeason ? { season: ordinal, next: index + 2, isWord: true, isPart: false } : undefined;
  }
  const isLong = longWords.has(atom.text);
  const isPart = partWords.has(atom.text);
  const isLetter = letterWords.has(atom.text);
  if (!isLong && !isPart && !isLetter) return undefined;
  if (isLetter && isInitial(atoms, index)) return undefined;
  if (!(isLetter ? isShortGap(next.gap) : isLoose(next.gap))) return undefined;
  const season = readSeasonNumber(next, !isLetter);
  return season === undefined ? undefined : { season, next: index + 2, isWord: !isLetter, isPart };
}

/** Whether a letter ends an abbreviation: the T of «S.W.A.T. 1x01». */
function isInitial(atoms: readonly Atom[], index: number): boolean {
  const before = atoms[index - 1];
  return atoms[index]!.gap === '.' && before?.isNumber === false && before.text.length === 1;
}

function readSeasonNumber(atom: Atom, mayBeWord: boolean): number | undefined {
  if (!atom.isNumber) return mayBeWord ? numerals.get(atom.text) : undefined;
  const value = Number(atom.text);
  const isYear = atom.text.length === 4 && value >= 1900 && value <= 2100;
  return (atom.text.length <= 3 && value <= mostSeasons) || isYear ? value : undefined;
}

/** The number behind a season word, where one follows. */
function readSeasonAfter(atoms: readonly Atom[], wordIndex: number): number | undefined {
  const next = atoms[wordIndex + 1];
  return next?.isNumber === true && isLoose(next.gap) ? readSeasonNumber(next, false) : undefined;
}

/** `2ª temporada`, `2nd season`, `2 temporada`, `2ª T`. */
function matchOrdinalNumber(atoms: readonly Atom[], index: number): SeasonMatch | undefined {
  const atom = atoms[index]!;
  if (atom.text.length > 2) return undefined;
  const ending = atoms[index + 1];
  if (ending === undefined || ending.isNumber) return undefined;
  const isEnding = ending.gap === '' && ordinalEndings.has(ending.text);
  const wordIndex = isEnding ? index + 2 : index + 1;
  const word = atoms[wordIndex];
  const isWord = word !== undefined && (longWords.has(word.text) || (isEnding && word.text === 't'));
  const isSeason = isWord && isLoose(word.gap) && word.gap !== '';
  // «Babylon 5 - Temporada 6»: the number behind the word is the season.
  if (isSeason && !isEnding && readSeasonAfter(atoms, wordIndex) !== undefined) return undefined;
  return isSeason
    ? { season: Number(atom.text), next: wordIndex + 1, isWord: word.text !== 't', isPart: false }
    : undefined;
}
