/**
 * Reads the name of a film or chapter in stages: its letters are repaired, a file's name is made a name, the chapter code
 * is found, and from what stands before and behind it tags and year are peeled.
 */
import { latestYear } from './base/clock.ts';
import { findChapterCode, type ChapterCode } from './chapter-code.ts';
import { readFileName } from './file-name.ts';
import { evenBlanks } from './fold-title.ts';
import type { NameReading } from './name-reading.ts';
import { collectTags, peel, type Peeled, type PeelOptions } from './peel.ts';
import { repairText } from './repair.ts';
import { TagCollector } from './tag-collector.ts';

/** What is known of an entry besides its name. */
export interface NameContext {
  /**
   * Whether the entry may be a chapter: `false` where its address says that it is a film, so that no chapter code is
   * looked for; `true` where its address says that it is a chapter, so that a weak code such as `Nombre 05` is read too.
   * Without it, what could be a code is read and marked as uncertain.
   */
  mayHaveChapter?: boolean | undefined;
  /**
   * Whether a year without brackets behind the title may be its year, as in «Volver 2006»; by default it may. It is a part
   * of the title otherwise: «Rebelde 2022». Names with a chapter code are read alike either way.
   */
  mayHaveBareYear?: boolean | undefined;
  /** The last year that counts as one; by default the next one. */
  latestYear?: number | undefined;
}

const hasDigit = /\d/;
/** A season may be written without digits: `Temporada Uno Capítulo Dos`. */
const hasSeason = /\b(?:temporada|season)\b/i;
const hasSpecial = /\b(?:ova|oad|especial|special)\b/i;
const bracketedYear = /[([]\d{4}[)\]]/;
const longestPrefix = 60;
const letterOrDigit = /[\p{L}\p{N}]/u;

/**
 * Reads the name of a film or chapter. It never throws: a name without any known form is its title, and all work is
 * linear in its length.
 */
export function readName(name: string, context: NameContext = {}): NameReading {
  const { text, isFileName } = readFileName(evenBlanks(repairText(name)));
  const options = { latestYear: context.latestYear ?? latestYear(), isFileName };
  const code = context.mayHaveChapter === false ? undefined : findCode(text, context, options.latestYear);
  const collector = new TagCollector();
  if (code === undefined) {
    const { mayHaveBareYear } = context;
    const { title, year } = peel(text, collector, { ...options, mayHaveBareYear });
    return {
      title: title === '' ? text : title,
      year,
      chapter: undefined,
      ...collector.collected(),
    };
  }
  return readChapter(text, code, collector, options);
}

function findCode(text: string, { mayHaveChapter }: NameContext, latest: number): ChapterCode | undefined {
  const mayHaveCode = hasDigit.test(text) || hasSeason.test(text);
  if (!mayHaveCode && !(mayHaveChapter === true && hasSpecial.test(text))) return undefined;
  const code = findChapterCode({ text, mayHaveChapter, latestYear: latest });
  if (code === undefined || mayHaveChapter === true) return code;
  if (code.isCertain && !isTitleWithYear(text, code)) return code;
  // A weak code that is all there is, besides a year and tags, is the title: «10x10 (2018)», «LAT | Chapter 27 (2007)».
  const rest = text.slice(0, code.start) + text.slice(code.end);
  if (!letterOrDigit.test(rest)) return isFormat(text.slice(code.start, code.end)) ? undefined : code;
  const { title, year } = peel(`x ${rest}`, new TagCollector(), { latestYear: latest });
  return title === 'x' && year !== undefined ? undefined : code;
}

/** Whether a chapter's number without a season has a year behind it, and in front of it nothing or only tags. */
function isTitleWithYear(text: string, { season, start }: ChapterCode): boolean {
  if (season !== undefined || start > longestPrefix || !bracketedYear.test(text)) return false;
  return peel(`x ${text.slice(0, start)}`, new TagCollector(), { latestYear: 0 }).title === 'x';
}

/** Whether a code without anything beside it is a name rather than a season and a chapter: «4x4», «16x9». */
function isFormat(code: string): boolean {
  const [width = '', height = ''] = code.toLowerCase().split('x');
  const isSquare = width === height && Number(width) > 3;
  return isSquare || (width.length === 2 && height.length === 1);
}

function readChapter(
  text: string,
  code: ChapterCode,
  collector: TagCollector,
  options: PeelOptions,
): NameReading {
  const start = trimOpening(text, code.start);
  const end = trimClosing(text, code.end);
  const before = text.slice(0, start);
  const head = letterOrDigit.test(before)
    ? peel(before, collector, {
        ...options,
        isBeforeCode: true,
        mayHaveMaker: code.isCertain || code.isAbsolute,
      })
    : nothing;
  // Between a season and its chapter tags may stand: `Temporada 1 [HDTV 720p][Cap.101]`.
  if (end - start > longestPlainCode) collectTags(text.slice(start, end), collector, options.latestYear);
  const tail = peel(text.slice(end), collector, { ...options, isAfterCode: true });
  const isBefore = head.title === '' && tail.title !== '';
  const [first, rest] = isBefore ? splitAtDash(tail.title) : [head.title, tail.title];
  const { season, first: firstChapter, last, isAbsolute, isCertain } = code;
  return {
    title: first,
    year: head.year ?? tail.year,
    chapter: {
      season,
      first: firstChapter,
      last,
      title: chapterTitle(rest, code),
      isBefore,
      isAbsolute,
      // Behind the year of its series a code is no part of a film's title: «Rebelde (2004) 2 x 10».
      isCertain: isCertain || (head.year !== undefined && !isAbsolute),
    },
    ...collector.collected(),
  };
}

const nothing: Peeled = { title: '', year: undefined };

/** Codes up to this length have no tags between their parts: `S01E02`, `Temporada 1`. */
const longestPlainCode = 12;

/** «Capítulo 3» behind the code of chapter 3 is no title of its own, nor is `[hash]` behind the number of an anime. */
function chapterTitle(title: string, { first, isAbsolute }: ChapterCode): string | undefined {
  const isChecksum = isAbsolute && title.startsWith('[') && title.indexOf(']') === title.length - 1;
  if (isChecksum || !letterOrDigit.test(title)) return undefined;
  const repeated = numberedTitle.exec(title)?.[1];
  return repeated !== undefined && Number(repeated) === first ? undefined : title;
}

const numberedTitle = /^(?:cap[ií]tulo|cap|episodio|episode|ep)\.? ?(\d{1,4})$/iu;

function splitAtDash(title: string): [name: string, rest: string] {
  const dash = title.search(/ [-–—|] /u);
  return dash === -1 ? [title, ''] : [title.slice(0, dash).trim(), title.slice(dash + 3).trim()];
}

function trimOpening(text: string, start: number): number {
  let place = start;
  while (place > 0 && isDivider(text, place - 1)) place -= 1;
  return place;
}

/** Signs that end a title only where a blank or another sign stands before them, as in «Nombre >> 1x02», but not in «C#». */
const looseDividers: ReadonlySet<string> = new Set('#>/_,;'.split(''));
const dividers: ReadonlySet<string> = new Set(' ([{-–—»›'.split(''));

function isDivider(text: string, index: number): boolean {
  const character = text.charAt(index);
  if (dividers.has(character)) return true;
  const before = text.charAt(index - 1);
  return looseDividers.has(character) && (dividers.has(before) || looseDividers.has(before));
}

function trimClosing(text: string, end: number): number {
  let place = end;
  while (place < text.length && ' )]}.:,'.includes(text.charAt(place))) place += 1;
  return place;
}
