/**
 * Says of each token of a name whether it could be a tag or a year, from the token alone. Whether it is taken for one is
 * decided by `peel.ts`, from where it stands.
 */
import { codeOfFlag } from './country.ts';
import { foldWord } from './fold-word.ts';
import type { Quality } from './name-reading.ts';
import { findTag, mostWordsAfter, type Tag, type TagStrength } from './tag-words.ts';
import { flagLength, tokenise, type Token } from './tokens.ts';
import { isYear, readYearRange } from './year.ts';

export interface Label {
  strength: TagStrength | 'year';
  tags: readonly Tag[];
  year: number | undefined;
  /** Whether it begins with a capital or has no letters; phrases count as such. */
  isCapitalised: boolean;
}

const resolution = /^(\d{3,4})[pi](\d{2})?$/;
const fileSize = /^\d{1,4}(?:[.,]\d{1,3})?(?:gb|mb|gib|mib)$/;
/** Numbers of databases of films, and checksums of files, in brackets. */
const reference = /^(?:(?:tmdb|imdb|tvdb)(?:id)?[-=: ]?)?(?:tt)?\d{5,9}$|^(?:tmdb|imdb|tvdb)|^[0-9A-F]{8}$/i;
/** Ratings and lengths of films in brackets: `[7.7]`, `(8/10)`, `(2h 15m)`, `(135 min)`. */
const figure =
  /^\d[.,]\d(?:\/10)?$|^\d\/10$|^\d{1,2} ?h(?:rs?)?(?: ?\d{1,2} ?m(?:in)?)?$|^\d{2,3} ?min(?:utos)?$/i;
const digitFirst = /^\d/;
const upperFirst = /^[\p{Lu}\p{N}+]/u;
const lowerLetter = /\p{Ll}/u;
const compoundSign = /[-/+,&_]/;
const groupName = /^[\p{L}\p{N}]{2,20}$/u;
const compactSigns = /[.\-_]/g;

const sizeTag: Tag = { strength: 'hard' };
const noteTag: Tag = { strength: 'vague' };

/** Gives each token its label; `undefined` for what is no tag. @param latestYear - the last year that counts as one */
export function labelTokens(
  text: string,
  tokens: readonly Token[],
  latestYear: number,
): (Label | undefined)[] {
  const labels: (Label | undefined)[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'word') {
      const taken = labelPhrase(tokens, index, labels);
      if (taken > 0) index += taken;
      else labels.push(labelWord(text.slice(token.start, token.end), token.folded, latestYear, false));
    } else if (token.kind === 'bracket') {
      labels.push(labelBracket(text.slice(token.start + 1, token.end - 1), latestYear));
    } else {
      labels.push(token.end - token.start === flagLength ? labelFlag(text, token) : undefined);
    }
  }
  return labels;
}

/** A flag says what the code of its country says: 🇲🇽 is `MX`. */
function labelFlag(text: string, { kind, start, end }: Token): Label | undefined {
  const code = kind === 'sign' ? codeOfFlag(text.slice(start, end)) : undefined;
  const tag = code === undefined ? undefined : findTag(code);
  if (tag?.country !== code || tag === undefined) return undefined;
  return { strength: 'clear', tags: [tag], year: undefined, isCapitalised: true };
}

/** Labels the longest phrase that begins at a word. @returns how many words it has besides the first one */
function labelPhrase(tokens: readonly Token[], index: number, labels: (Label | undefined)[]): number {
  const most = mostWordsAfter(tokens[index]!.folded);
  if (most === 0) return 0;
  let phrase = tokens[index]!.folded;
  let found: Tag | undefined;
  let length = 0;
  for (let offset = 1; offset <= most; offset += 1) {
    const next = tokens[index + offset];
    if (next?.kind !== 'word' || tokens[index + offset - 1]!.edge !== '') break;
    phrase += ` ${next.folded}`;
    const tag = findTag(phrase);
    if (tag === undefined) continue;
    found = tag;
    length = offset;
  }
  if (found === undefined) return 0;
  const label: Label = { strength: found.strength, tags: [found], year: undefined, isCapitalised: true };
  for (let offset = 0; offset <= length; offset += 1) labels.push(label);
  return length;
}

function labelWord(raw: string, folded: string, latestYear: number, isInBracket: boolean): Label | undefined {
  if (digitFirst.test(folded)) {
    const year = isYear(folded, latestYear);
    if (year !== undefined) return { strength: 'year', tags: [], year, isCapitalised: true };
    const tag = readResolution(folded) ?? (fileSize.test(folded) ? sizeTag : undefined);
    if (tag !== undefined) return labelOf(tag, raw);
  }
  const tag = findTag(folded);
  if (tag !== undefined)
    return !tag.isCode || isInBracket || isCodeSpelling(raw) ? labelOf(tag, raw) : undefined;
  return compoundSign.test(folded) || folded.includes('.')
    ? labelCompound(raw, folded, isInBracket)
    : undefined;
}

const labelOf = (tag: Tag, raw: string): Label => ({
  strength: tag.strength,
  tags: [tag],
  year: undefined,
  isCapitalised: upperFirst.test(raw),
});

/** A code is written in capitals; with three letters or more also as a name is: `Lat`. */
function isCodeSpelling(raw: string): boolean {
  if (!lowerLetter.test(raw)) return true;
  return raw.length > 2 && upperFirst.test(raw) && raw.slice(1) === raw.slice(1).toLowerCase();
}

function readResolution(folded: string): Tag | undefined {
  const match = resolution.exec(folded);
  if (match === null) return undefined;
  const is60Fps = match[2] === '60';
  const quality = qualityOfLines(Number(match[1]));
  return quality === undefined ? undefined : { strength: 'hard', quality, ...(is60Fps ? { is60Fps } : {}) };
}

function qualityOfLines(lines: number): Quality | undefined {
  if (lines < 240 || lines > 4400) return undefined;
  if (lines < 720) return 'SD';
  if (lines < 1080) return 'HD';
  if (lines < 1440) return 'FHD';
  if (lines < 2160) return 'QHD';
  return lines < 4320 ? '4K' : '8K';
}

/** Drops the full stops with which a name ends. */
export function withoutStops(text: string): string {
  let end = text.length;
  while (end > 1 && text.charAt(end - 1) === '.') end -= 1;
  return text.slice(0, end);
}

/** Labels several tags in one word: `WEB-DL`, `H.264-GRUPO`, `LAT-ENG`, `4K-ES`. */
function labelCompound(word: string, folded: string, isInBracket: boolean): Label | undefined {
  if (folded.length > 60) return undefined;
  const raw = withoutStops(word);
  const whole = findTag(folded.replace(compactSigns, ''));
  const isSure = whole !== undefined && whole.isCode !== true && whole.strength !== 'vague';
  if (isSure && whole.strength !== 'heading') return labelOf(whole, raw);
  const parts = raw.split(compoundSign);
  if (parts.length < 2) return undefined;
  const tags: Tag[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index]!;
    // Signs and codes such as «DDP5.1» keep their dots; «H.264» loses its one.
    const label = labelWord(part, foldWord(part), 0, isInBracket) ?? joinedLabel(parts, index);
    const isGroup =
      label === undefined && tags.some(({ strength }) => strength === 'hard') && groupName.test(part);
    if (label === undefined && !isGroup) return undefined;
    if (label !== undefined) tags.push(...label.tags);
    if (label?.strength === 'year') return undefined;
  }
  const isHard = tags.some(({ strength }) => strength === 'hard');
  return { strength: isHard ? 'hard' : 'clear', tags, year: undefined, isCapitalised: upperFirst.test(raw) };
}

/** «WEB-DL-GRUPO»: the second half of a word that itself has a hyphen. */
function joinedLabel(parts: readonly string[], index: number): Label | undefined {
  const part = parts[index]!;
  const before = index === 0 ? undefined : findTag((parts[index - 1]! + part).toLowerCase());
  const after = index + 1 < parts.length ? findTag((part + parts[index + 1]!).toLowerCase()) : undefined;
  const tag = before ?? after;
  return tag?.strength === 'hard' ? labelOf(tag, part) : undefined;
}

/** Labels a bracket: its tags and its year, or nothing where a word of it is neither. */
function labelBracket(content: string, latestYear: number): Label | undefined {
  const trimmed = content.trim();
  const range = readYearRange(trimmed, latestYear);
  if (range !== undefined) return { strength: 'year', tags: [], year: range, isCapitalised: true };
  if (isNote(trimmed)) return { strength: 'vague', tags: [noteTag], year: undefined, isCapitalised: true };
  const tags: Tag[] = [];
  let year: number | undefined;
  let isAllTags = true;
  const tokens = tokenise(trimmed);
  const phrases: (Label | undefined)[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.kind === 'bracket')
      isAllTags &&= collect(labelBracket(trimmed.slice(token.start + 1, token.end - 1), latestYear));
    if (token.kind !== 'word') continue;
    const taken = labelPhrase(tokens, index, phrases);
    const raw = trimmed.slice(token.start, token.end);
    const label = taken > 0 ? phrases.at(-1) : labelWord(raw, token.folded, latestYear, true);
    isAllTags = collect(label) && isAllTags;
    index += taken;
  }
  function collect(label: Label | undefined): boolean {
    if (label === undefined || label.strength === 'heading') return false;
    tags.push(...label.tags);
    year ??= label.year;
    return true;
  }
  const isHard = tags.some(({ strength }) => strength === 'hard');
  if (tags.length === 0 && year === undefined) return undefined;
  if (!isAllTags && !isHard)
    return year === undefined || !isYearWithNote(trimmed) ? undefined : yearLabel(year);
  return { strength: year === undefined ? 'clear' : 'year', tags, year, isCapitalised: true };
}

const yearLabel = (year: number): Label => ({ strength: 'year', tags: [], year, isCapitalised: true });

/** A year with a note beside it: `Año 2017`, `2017, Pixar`, `México, 2017`. */
const yearWithNote = /^(?:a[ñn]o|year) \d{4}$|^\d{4}, [^,]{1,30}$|^[^,\d]{1,30}, \d{4}$/iu;
const isYearWithNote = (content: string): boolean => content.length < 40 && yearWithNote.test(content);

/** Notes in brackets without a meaning for the title: one letter (`[G]`), numbers of databases, checksums, ratings. */
function isNote(content: string): boolean {
  return (
    (content.length === 1 && upperFirst.test(content) && !digitFirst.test(content)) ||
    reference.test(content) ||
    (content.length < 14 && figure.test(content))
  );
}
