/**
 * Finds the chapter code in a name.
 *
 * A name is split into runs of letters and digits. A code is a season word and a chapter word, each with its number, in
 * this order or the other (`T2 - E09`, `2ª Temporada Capítulo 5`, `Capítulo 5 (Temporada 2)`), two numbers with an x
 * (`2 x 13`), a chapter word alone (`Cap 249`), a special (`OVA 2`), or the bare number of an anime (`[Grupo] Nombre -
 * 137`). All candidates are found from left to right; the most explicit kind wins, and of one kind the first.
 */
import { splitAtoms, type Atom } from './atoms.ts';
import {
  isLoose,
  isShortGap,
  isWordStart,
  matchSeason,
  readNumeral,
  type SeasonMatch,
} from './season-word.ts';
import { foldWord } from './fold-word.ts';
import { findTag } from './tag-words.ts';

export interface ChapterCode {
  season: number | undefined;
  first: number;
  last: number;
  /** Where the code begins and ends; brackets around it are not included. */
  start: number;
  end: number;
  isAbsolute: boolean;
  isCertain: boolean;
}

export interface CodeContext {
  text: string;
  mayHaveChapter: boolean | undefined;
  latestYear: number;
}

interface Match {
  code: ChapterCode;
  /** How explicit the code is: the lowest rank wins. */
  rank: number;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));
const longChapterWords = words(
  'capitulo capitulos cap caps capit episodio episodios episode episodes ep eps epi epis chapter chapters chap',
);
/** Words that films have in their titles too: «It Capítulo 2». */
const titleWords = words('capitulo chapter episodio episode');
const shortChapterWords = words('e c x xe');
const specialWords = words('ova ovas oad especial special');
const rangeWords = words('y a al to hasta e ep cap');

/** More chapters than these are in no single file. */
const longestRange = 60;

/** Finds the most explicit chapter code of a name; `undefined` where there is none. */
export function findChapterCode(context: CodeContext): ChapterCode | undefined {
  const atoms = splitAtoms(context.text);
  let best: Match | undefined;
  let season: { match: SeasonMatch; index: number } | undefined;
  for (let index = 0; index < atoms.length && best?.rank !== 0; index += 1) {
    const seasonHere = matchSeason(atoms, index);
    const found = matchAt(atoms, index, seasonHere, season, context);
    if (found !== undefined && (best === undefined || found.rank < best.rank)) best = found;
    if (seasonHere?.isWord === true && !seasonHere.isPart) season = { match: seasonHere, index };
  }
  return best?.code ?? findBareNumber(atoms, context);
}

function matchAt(
  atoms: readonly Atom[],
  index: number,
  seasonHere: SeasonMatch | undefined,
  earlier: { match: SeasonMatch; index: number } | undefined,
  context: CodeContext,
): Match | undefined {
  if (seasonHere !== undefined) {
    const full = matchSeasonAndChapter(atoms, index, seasonHere, context);
    if (full !== undefined) return full;
  }
  if (atoms[index]!.isNumber)
    return (
      matchCross(atoms, index, context) ??
      matchLettersBehind(atoms, index, context) ??
      matchPair(atoms, index, context)
    );
  return matchChapterWord(atoms, index, earlier, context) ?? matchSpecial(atoms, index, context);
}

/** `S02E15`, `Temporada 2 - Capítulo 14`, `T2 x 06`, `Temporada 2 - 06`. */
function matchSeasonAndChapter(
  atoms: readonly Atom[],
  index: number,
  { season, next, isWord, isPart }: SeasonMatch,
  context: CodeContext,
): Match | undefined {
  const word = atoms[next];
  if (word === undefined || !isLoose(word.gap)) return undefined;
  if (word.isNumber) {
    const isNumbered = word.gap.trim() !== '' || context.mayHaveChapter === true;
    if (isPart || !isNumbered || word.gap === '' || word.text.length > 3 || isLines(atoms, next))
      return undefined;
    const isCertain = isWord || beginsWithMaker(context.text);
    return makeMatch(atoms, index, next, { season, isCertain, rank: 2 }, context);
  }
  const number = atoms[next + 1];
  const isLong = longChapterWords.has(word.text);
  if (number === undefined || (number.isNumber && number.text.length > 4)) return undefined;
  // `Temporada Uno Capítulo Dos`
  if (!number.isNumber && !(isLong && isWord && !isPart && readNumeral(number.text) !== undefined))
    return undefined;
  const isShort = shortChapterWords.has(word.text) && isShortGap(number.gap);
  const isWritten = isLong ? isLoose(number.gap) : isShort && (!isPart || word.text === 'e');
  if (!isWritten) return undefined;
  return makeMatch(atoms, index, next + 1, { season, isCertain: true, rank: 0 }, context);
}

/** `Capítulo 65 x265` has no season 65. */
const codecs: ReadonlySet<string> = new Set(['264', '265']);

/** `2x13`, `2 x 13`, `1×03`; no resolution and no format: `1920x1080`. */
function matchCross(atoms: readonly Atom[], index: number, context: CodeContext): Match | undefined {
  const [season, cross, number] = [atoms[index]!, atoms[index + 1], atoms[index + 2]];
  if (cross?.text !== 'x' || number?.isNumber !== true || season.text.length > 2) return undefined;
  if (!isWordStart(atoms, index) || number.text.length > 4) return undefined;
  const isGlued = cross.gap === '' && number.gap === '';
  if (!isGlued && !(cross.gap.trim() === '' && number.gap.trim() === '')) return undefined;
  if (isPartOfWord(atoms, index + 2) || (cross.gap !== '' && codecs.has(number.text))) return undefined;
  const isPadded = number.text.length > 1;
  if (!isPadded && context.mayHaveChapter !== true && !isGlued) return undefined;
  // «8 x 10» is a film, «Los Soprano 3 x 16» a chapter.
  const isCertain = isPadded && (isGlued || index > 0) && !isSquare(season.text, number.text);
  const parts = { season: Number(season.text), isCertain, rank: isPadded ? 1 : 3 };
  return makeMatch(atoms, index, index + 2, parts, context);
}

/** «10x10» and «4x4» are names of things as well; «6x06» is none. */
const isSquare = (season: string, number: string): boolean => season === number && Number(season) > 3;

/** Whether letters follow a number directly, other than those of a range or of a version (`05v2`). */
function isPartOfWord(atoms: readonly Atom[], index: number): boolean {
  const after = atoms[index + 1];
  if (after === undefined || after.gap !== '') return false;
  return after.text !== 'v' && !shortChapterWords.has(after.text) && after.text !== 'a';
}

/** `1T 18E`, `1T18E`: the letters stand behind their numbers. */
function matchLettersBehind(atoms: readonly Atom[], index: number, context: CodeContext): Match | undefined {
  const [season, seasonLetter, number, letter] = atoms.slice(index, index + 4);
  if (season === undefined || letter === undefined || number?.isNumber !== true) return undefined;
  const areLetters = seasonLetter?.text === 't' && letter.text === 'e';
  const areGlued = seasonLetter?.gap === '' && letter.gap === '' && atoms[index + 4]?.gap !== '';
  if (!areLetters || !areGlued || !isWordStart(atoms, index) || !isLoose(number.gap)) return undefined;
  if (season.text.length > 2 || number.text.length > 4) return undefined;
  const parts = { season: Number(season.text), isCertain: true, rank: 0 };
  const made = makeMatch(atoms, index, index + 2, parts, context);
  return { ...made, code: { ...made.code, end: Math.max(made.code.end, letter.end) } };
}

/**
 * `Nombre 1.05`, `Nombre 3-07`: season and chapter at the end of a name that is known to be a chapter's; films are called
 * «Apolo 1.05», too. Numbers that both have a nought or none are those of several chapters: `02-03`, `3-10`.
 */
function matchPair(atoms: readonly Atom[], index: number, context: CodeContext): Match | undefined {
  const [season, number] = [atoms[index]!, atoms[index + 1]];
  if (context.mayHaveChapter !== true || index === 0 || number?.isNumber !== true) return undefined;
  if (season.text.length !== 1 || season.text === '0' || number.text.length !== 2) return undefined;
  const isPair = number.gap === '.' || (number.gap === '-' && number.text.startsWith('0'));
  const isSetOff = blankBefore.test(season.gap) || dashBefore.test(season.gap);
  if (!isPair || !isSetOff || season.gap === '' || number.text === '00') return undefined;
  if (isInBracket(context.text, season.start) || !isEndOfName(atoms, index + 1)) return undefined;
  return makeMatch(
    atoms,
    index,
    index + 1,
    { season: Number(season.text), isCertain: false, rank: 3 },
    context,
  );
}

/** `Cap 249`, `Ep. 03`, `E05`, and with the season elsewhere: `Temporada 1 [HDTV][Cap.101]`, `Capítulo 5 (Temporada 2)`. */
function matchChapterWord(
  atoms: readonly Atom[],
  index: number,
  earlier: { match: SeasonMatch; index: number } | undefined,
  context: CodeContext,
): Match | undefined {
  const [word, number] = [atoms[index]!, atoms[index + 1]];
  if (number?.isNumber !== true || number.text.length > 4 || !isWordStart(atoms, index)) return undefined;
  const isLong = longChapterWords.has(word.text);
  const isKnown = isLong ? isLoose(number.gap) : isLetterCode(word, number, context);
  if (!isKnown || isPartOfWord(atoms, index + 1)) return undefined;
  const after = index + 2 < atoms.length ? matchSeason(atoms, index + 2) : undefined;
  if (after !== undefined && !after.isPart && isLoose(atoms[index + 2]!.gap)) {
    const parts = { season: after.season, isCertain: true, rank: 0 };
    const made = makeMatch(atoms, index, index + 1, parts, context);
    return { ...made, code: { ...made.code, end: atoms[after.next - 1]!.end } };
  }
  const value = Number(number.text);
  const glued = isLong ? readGlued(atoms, index, earlier?.match.season, context) : undefined;
  const season = glued?.season ?? earlier?.match.season;
  const isTitleLike = titleWords.has(word.text) && value < 10 && !number.text.startsWith('0');
  const isCertain = season !== undefined || (isLong && !isTitleLike && index > 0);
  const parts = { season, isCertain, rank: season === undefined ? (isLong ? 4 : 5) : 2 };
  const made = makeMatch(atoms, index, index + 1, parts, context);
  const { code } = made;
  if (earlier !== undefined) code.start = atoms[earlier.index]!.start;
  if (glued !== undefined) {
    code.last = code.last > code.first && code.last % 100 > glued.chapter ? code.last % 100 : glued.chapter;
    code.first = glued.chapter;
  }
  return made;
}

/** `E05`; where the address says that it is a chapter also `E5` and `C08`. */
function isLetterCode(word: Atom, number: Atom, { mayHaveChapter }: CodeContext): boolean {
  if (number.gap !== '' && number.gap !== '.') return false;
  if (word.text === 'e') return number.text.length > 1 || mayHaveChapter === true;
  return word.text === 'c' && number.text.length > 1 && mayHaveChapter === true;
}

/**
 * `Cap.1412`: season 14, chapter 12. A number is read so in square brackets of a release (`[HDTV][Cap.104]`), or where
 * the season that the name gives agrees.
 */
function readGlued(
  atoms: readonly Atom[],
  index: number,
  season: number | undefined,
  { text }: CodeContext,
): { season: number; chapter: number } | undefined {
  const [word, number] = [atoms[index]!, atoms[index + 1]!];
  const value = Number(number.text);
  if (number.text.length < 3 || value % 100 === 0 || value < 101) return undefined;
  const glued = { season: Math.floor(value / 100), chapter: value % 100 };
  if (season !== undefined) return glued.season === season ? glued : undefined;
  const isOpen = word.start > 0 && text.charAt(word.start - 1) === '[';
  const isBracketed =
    isOpen && (isBracketEnd(text, number.end) || text.indexOf(']', number.end) === number.end + 4);
  return isBracketed && number.gap === '.' ? glued : undefined;
}

const isBracketEnd = (text: string, end: number): boolean =>
  text.charAt(end) === ']' || '-_'.includes(text.charAt(end));

/** `OVA 2`, `Especial 1`: chapters of season 0. */
function matchSpecial(atoms: readonly Atom[], index: number, context: CodeContext): Match | undefined {
  const [word, number] = [atoms[index]!, atoms[index + 1]];
  const isSpecial = specialWords.has(word.text) || (word.text === 'sp' && context.mayHaveChapter === true);
  if (!isSpecial || !isWordStart(atoms, index) || index === 0) return undefined;
  const isOva = word.text.startsWith('o');
  if (number?.isNumber === true && number.text.length < 3 && isLoose(number.gap)) {
    return makeMatch(atoms, index, index + 1, { season: 0, isCertain: isOva, rank: 4 }, context);
  }
  if (context.mayHaveChapter !== true || number !== undefined) return undefined;
  const code = {
    season: 0,
    first: 1,
    last: 1,
    start: word.start,
    end: word.end,
    isAbsolute: false,
    isCertain: false,
  };
  return { code, rank: 6 };
}

/** Makes the code whose number is the atom `numberIndex`, with what belongs to it behind: a range, `v2`, `de 10`. */
function makeMatch(
  atoms: readonly Atom[],
  index: number,
  numberIndex: number,
  { season, isCertain, rank }: { season: number | undefined; isCertain: boolean; rank: number },
  context: CodeContext,
): Match {
  const number = atoms[numberIndex]!;
  const first = number.isNumber ? Number(number.text) : (readNumeral(number.text) ?? 0);
  const range = readRange(atoms, numberIndex, first, context);
  const lastIndex = skipTotal(atoms, range.index);
  return {
    code: {
      season,
      first,
      last: range.last,
      start: atoms[index]!.start,
      end: atoms[lastIndex]!.end,
      isAbsolute: false,
      isCertain,
    },
    rank,
  };
}

/** `E01-E02`, `1x01-1x03`, `7x23-24`, `Cap 4 y 5`. A number that words follow is no end of a range: `E05 - 24 horas`. */
function readRange(
  atoms: readonly Atom[],
  numberIndex: number,
  first: number,
  { text }: CodeContext,
): { last: number; index: number } {
  let last = first;
  let index = numberIndex;
  for (let rounds = 0; rounds < 8; rounds += 1) {
    const end = rangeEnd(atoms, index, text);
    if (end === undefined) break;
    const value = Number(atoms[end]!.text);
    const isLonger = value > last && value - first <= longestRange && atoms[end]!.text.length <= 4;
    const isBareNumber = end === index + 1;
    const isAtEnd = !isBareNumber || !atoms[end]!.gap.includes(' ') || isFollowedBySign(text, atoms, end);
    if (!isLonger || !isAtEnd || isUnit(atoms, end)) break;
    last = value;
    index = end;
  }
  return { last, index };
}

/** @returns the index of the number that a range gives as its next end */
function rangeEnd(atoms: readonly Atom[], index: number, text: string): number | undefined {
  const next = atoms[index + 1];
  if (next === undefined) return undefined;
  const dashed = next.gap.trim();
  // «S01E01 +18» is for adults.
  if (next.text === '18' && next.gap === ' +') return undefined;
  const isDashed = dashed === '-' || dashed === '–' || dashed === '_' || dashed === '&' || dashed === '+';
  if (next.isNumber) {
    // `[Cap.102_104]`, whose underscore has become a blank
    const isBracketed =
      next.gap === ' ' &&
      next.text.length > 2 &&
      text.charAt(next.end) === ']' &&
      atoms[index]!.text.length > 2;
    if (!isDashed && !isBracketed) return undefined;
    return isCrossAt(atoms, index + 2) ? index + 3 : index + 1;
  }
  const number = atoms[index + 2];
  if (number === undefined) return undefined;
  if (isDashed && isSameSeason(atoms, index)) return index + 4;
  if (number.isNumber) {
    const isGlued = number.gap === '' || number.gap === '.';
    const isWord = rangeWords.has(next.text) && next.gap === ' ' && number.gap === ' ' && next.text !== 'e';
    const isCode = (next.text === 'e' || next.text === 'ep' || next.text === 'cap') && isGlued;
    if (isWord && isCrossAt(atoms, index + 3)) return index + 4;
    return isWord || (isCode && (isDashed || next.gap === '')) ? index + 2 : undefined;
  }
  return undefined;
}

/** Whether the `x` of a further code is at an index: `1x01-1x03`, `1x02 y 1x03`. */
function isCrossAt(atoms: readonly Atom[], index: number): boolean {
  const [cross, number] = [atoms[index], atoms[index + 1]];
  return cross?.text === 'x' && cross.gap === '' && number?.isNumber === true && number.gap === '';
}

/** Whether a whole code of the same season follows: `S01E01-S01E02`. */
function isSameSeason(atoms: readonly Atom[], index: number): boolean {
  const [season, chapterWord] = [atoms[index - 2], atoms[index - 1]];
  const [nextWord, nextSeason, nextChapterWord, number] = atoms.slice(index + 1, index + 5);
  if (season === undefined || number?.isNumber !== true || number.gap !== '') return false;
  const isSeason =
    nextWord?.text === atoms[index - 3]?.text && nextSeason?.text === season.text && nextSeason.gap === '';
  return (
    isSeason && season.isNumber && nextChapterWord?.text === chapterWord?.text && nextChapterWord?.gap === ''
  );
}

/** Whether nothing or a bracket, bar or dash follows an atom, and no word of a title. */
function isFollowedBySign(text: string, atoms: readonly Atom[], index: number): boolean {
  const next = atoms[index + 1];
  if (next === undefined) return true;
  return (next.gap.trim() !== '' && text.charAt(atoms[index]!.end) !== '.') || isTagAt(atoms, index + 1);
}

/** Whether letters make a number part of another word: `720p`. */
const isUnit = (atoms: readonly Atom[], index: number): boolean => {
  const after = atoms[index + 1];
  return after !== undefined && after.gap === '' && after.text !== 'v';
};

/** Whether a number counts the lines of a picture: `720p`. */
const isLines = (atoms: readonly Atom[], index: number): boolean => {
  const after = atoms[index + 1];
  return after !== undefined && after.gap === '' && (after.text === 'p' || after.text === 'i');
};

/** Skips a version (`05v2`) and the number of all chapters (`5 de 10`, `5/10`). @returns the index of the last atom */
function skipTotal(atoms: readonly Atom[], index: number): number {
  const [next, number] = [atoms[index + 1], atoms[index + 2]];
  if (next === undefined) return index;
  if (next.isNumber) return next.gap === '/' && next.text.length < 4 ? index + 1 : index;
  if (number?.isNumber !== true) return index;
  if (next.text === 'v' && next.gap === '' && number.gap === '' && number.text.length === 1) return index + 2;
  const isTotal = (next.text === 'de' || next.text === 'of') && next.gap === ' ' && number.gap === ' ';
  return isTotal && number.text.length < 4 ? index + 2 : index;
}

/** Whether a name begins with its maker in brackets, as those of animes do: `[Grupo]`, but not `[LAT]` or `[1080p]`. */
function beginsWithMaker(text: string): boolean {
  const close = text.startsWith('[') ? text.indexOf(']') : -1;
  if (close === -1) return false;
  const content = foldWord(text.slice(1, Math.min(close, longestMaker)).trim());
  return findTag(content) === undefined && !startsWithDigit.test(content);
}

const longestMaker = 60;
const startsWithDigit = /^\d/;

/** What stands between a name and its bare number: «Nombre - 05», «Haikyuu!! - 05», «Nombre (2014) - 05». */
const dashBefore = /^[!?.…)\]]{0,4} {1,2}[-–] {0,2}$/u;

const blankBefore = /^[!?]{0,4} #?$/;

/** Whether the number at an index counts all chapters: `Nombre 1 de 6`. */
function isTotalAt(atoms: readonly Atom[], index: number): boolean {
  const [number, of] = [atoms[index - 2], atoms[index - 1]];
  const isOf = of !== undefined && (of.text === 'de' || of.text === 'of') && of.gap === ' ';
  return isOf && number?.isNumber === true && atoms[index]!.gap === ' ' && number.text.length < 4;
}

/** The bare number of an anime's chapter: `[Grupo] Nombre - 137 [hash]`, and where a chapter is expected `Nombre 05`. */
function findBareNumber(
  atoms: readonly Atom[],
  { text, mayHaveChapter, latestYear }: CodeContext,
): ChapterCode | undefined {
  const isGroupForm = atoms.length > 2 && beginsWithMaker(text);
  if (!isGroupForm && mayHaveChapter === undefined && !text.includes(' - 0')) return undefined;
  const close = isGroupForm ? text.indexOf(']') : -1;
  for (let index = atoms.length - 1; index > 0; index -= 1) {
    const atom = atoms[index]!;
    if (!atom.isNumber || atom.text.length > 4 || atom.gap === '' || atom.start < close) continue;
    const isDashed = dashBefore.test(atom.gap);
    if (!isDashed && !blankBefore.test(atom.gap)) continue;
    if (isTotalAt(atoms, index)) continue;
    if (isInBracket(text, atom.start) || !isEndOfName(atoms, index)) continue;
    const value = Number(atom.text);
    const isPadded = atom.text.startsWith('0') && value > 0;
    if (atom.text.length === 4 && value >= 1900 && value <= latestYear) continue;
    const isExpected = mayHaveChapter === true || (isGroupForm && (isDashed || isPadded));
    if (!isExpected && !(isDashed && isPadded)) continue;
    const { code } = makeMatch(
      atoms,
      index,
      index,
      { season: undefined, isCertain: isGroupForm, rank: 9 },
      {
        text,
        mayHaveChapter,
        latestYear,
      },
    );
    return { ...code, isAbsolute: true };
  }
  return undefined;
}

/** Whether only brackets, tags or a title behind a dash follow a number. */
function isEndOfName(atoms: readonly Atom[], index: number): boolean {
  const next = atoms[index + 1];
  if (next === undefined) return true;
  if (next.gap === '' && next.text === 'v') return true;
  if (next.gap === ' ' && isTagAt(atoms, index + 1)) return true;
  // `02-03` and `1 de 6`
  if (next.isNumber && next.gap === '-') return isEndOfName(atoms, index + 1);
  if (index + 2 < atoms.length && isTotalAt(atoms, index + 2)) return isEndOfName(atoms, index + 2);
  const sign = next.gap.trim().charAt(0);
  return next.gap !== '' && (sign === '[' || sign === '(' || (sign === '-' && next.gap.startsWith(' ')));
}

/** Whether a word that is in no title stands at an index: `1080p`, `HEVC`, `Latino`. */
function isTagAt(atoms: readonly Atom[], index: number): boolean {
  const [atom, after] = [atoms[index]!, atoms[index + 1]];
  const isGlued = after?.gap === '';
  if (atom.isNumber)
    return atom.text.length > 2 && (isLines(atoms, index) || (isGlued && after.text === 'x'));
  const strength = findTag(isGlued ? atom.text + after.text : atom.text)?.strength;
  return strength === 'hard' || strength === 'quality' || strength === 'clear';
}

/** Whether an opening bracket before a place is not closed before it. */
function isInBracket(text: string, place: number): boolean {
  const open = Math.max(text.lastIndexOf('[', place), text.lastIndexOf('(', place));
  if (open === -1) return false;
  const close = Math.max(text.lastIndexOf(']', place), text.lastIndexOf(')', place));
  return close < open;
}
