/**
 * Reads the name of a channel, as lists and guides write it, into what it says: the country before or behind it, its words,
 * by how many hours it is later than the channel itself (`+1`), and the quality. What lists add (`FHD`, `[Not 24/7]`,
 * `Opción 2`) is left out. The reading takes time in proportion to the name, of which only the beginning is read.
 */
import { foldTitle, readChannelPrefix } from '@butaca/titles';
import { areaOfPlace, latinAmerica, unknownArea, type Area } from './area.ts';
import {
  isDecoration,
  meanWords,
  numbersIn,
  stripDecorations,
  weightOf,
  type StatedQuality,
} from './channel-words.ts';

/** How much of a name is read, in characters and in words. */
const longest = { characters: 120, words: 16 };

export interface ChannelName {
  /** Folded, without the place at the end. */
  words: readonly string[];
  /** The same words, those replaced that are written in several ways. */
  meaning: readonly string[];
  /** The place with which the words end, such as `México` in «AMC México». */
  ending: { area: Area; words: readonly string[] };
  /** What a prefix, bracket or suffix says: `MX: `, `[CO]`, `| AR`. */
  stated: Area;
  numbers: string;
  /** By how many hours the channel is later than the one with its name; negative for earlier, 0 for the channel itself. */
  shiftHours: number;
  quality: StatedQuality;
  /** The whole name, folded, with its quality. */
  whole: string;
  /** Whether it plays one title around the clock (`24/7`), for which there is no guide. */
  isLoop: boolean;
}

const brackets = /[([{【]([^()[\]{}【】]{0,60})[)\]}】]/gu;
const loop = /(?:^|\D)24[ ]?[/x-][ ]?7(?:$|\D)/i;
const notLoop = /\bnot? 24[/x-]7\b/gi;
const latinPrefix = /^[^\p{L}\p{N}]{0,3}(?:lat|latam|latino)[ ]?[|:\]})-]/iu;
const placeBehind = /[ |¦:\]–—-][ ]?[|¦:–—-][ ]?([\p{L} ]{2,22})$|[|¦]([\p{L} ]{2,22})$/u;
/** The number of a channel in its list. */
const listNumber = /^\d{1,4} ?[|¦] ?/;
const bareCode = / (AR|BO|CL|CO|CR|CU|DO|EC|ES|GT|HN|MX|NI|PE|PR|PY|SV|UY|VE)$/;
/** `+1`, `Antena 3+1`, `-1h`, `Plus 1`; what stands before the sign is the first group, the hours are the third. */
const shiftForms: readonly RegExp[] = [
  /(^|[ |_-])(\+) ?(\d{1,2})(?: ?(?:h|hs|hr|hrs|hora|horas))?(?=$|[ |])/,
  /([a-z0-9])(\+)(\d)(?: ?(?:h|hs|hr|hrs|hora|horas))?$/,
  /(^| )(-) ?(\d{1,2}) ?(?:h|hs|hr|hrs|hora|horas)(?=$|[ |])/,
  /(^| )(plus) ?(\d)(?: ?h)?$/,
];
/** The end of a name with «Plus», behind which a number counts channels: «Canal Plus 2». */
const nameWithPlus = /(?:canal|movistar|plus)$/;

export function readChannelName(text: string): ChannelName {
  const written = text.slice(0, longest.characters).normalize('NFKC').slice(0, longest.characters);
  const prefix = readChannelPrefix(written);
  let stated: Area = prefix.country ?? (latinPrefix.test(written) ? latinAmerica : unknownArea);
  let name = prefix.name.replace(brackets, (_whole, content: string) => {
    const place = /^\p{Ll}{2,3}$/u.test(content) ? unknownArea : areaOfPlace(content);
    if (place !== unknownArea) {
      if (stated === unknownArea) stated = place;
      return ' ';
    }
    return isDecoration(foldTitle(content)) ? ' ' : ` ${content} `;
  });
  name = name.replace(notLoop, ' ').replace(/\s+/gu, ' ').trim();
  const { start, tail } = splitTail(name.replace(listNumber, ''));
  name = start;
  const behind = placeBehind.exec(name);
  const place = areaOfPlace(behind?.[1] ?? behind?.[2] ?? '');
  if (behind !== null && place !== unknownArea) {
    if (stated === unknownArea) stated = place;
    name = name.slice(0, behind.index);
  }
  const code = bareCode.exec(name);
  if (code !== null) {
    if (stated === unknownArea) stated = areaOfPlace(code[1] ?? '');
    name = name.slice(0, code.index);
  }
  name = `${name} ${tail}`.trim();
  const { rest, hours } = takeShift(foldTitle(withSplitCapitals(name)));
  const { kept, quality } = stripDecorations(partsOf(spellSigns(rest)));
  const all = kept.flatMap(splitPart).slice(0, longest.words);
  const ending = readEnding(all);
  const words = all.slice(0, all.length - ending.words.length);
  const meaning = meanWords(spellAbbreviations(words));
  return {
    words,
    meaning,
    ending,
    stated,
    numbers: numbersIn(meaning),
    shiftHours: hours,
    quality,
    whole: foldTitle(prefix.name),
    isLoop: loop.test(name),
  };
}

/** Splits the words at the end off that tell how a stream is coded: a country may stand before them, as in «Canal 5 MX HD». */
function splitTail(name: string): { start: string; tail: string } {
  const parts = name.split(' ');
  let end = parts.length;
  while (end > 1 && isDecoration(foldTitle(parts[end - 1] ?? ''))) end -= 1;
  return { start: parts.slice(0, end).join(' '), tail: parts.slice(end).join(' ') };
}

/** «LaSexta» and «CanalSur» are two words each. */
const withSplitCapitals = (name: string): string => name.replace(/(\p{Ll})(\p{Lu}\p{Ll})/gu, '$1 $2');

const partsOf = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '');

/** A `+` is a part of most names («Canal+», «M+ LaLiga»), and joins words in others («María+Visión»). */
function spellSigns(folded: string): string {
  return folded
    .replace(/^m ?\+/, 'movistar plus ')
    .replace(/(canal|movistar|plus)\+/g, '$1 plus ')
    .replace(/(\p{L})\+(?=\p{L})/gu, '$1 ')
    .replaceAll('+', ' plus ')
    .replaceAll('&', ' y ');
}

/** Splits letters from digits, and words that say that something is a channel from its name: `espn2`, `forotv`. */
function splitPart(part: string): string[] {
  return (part.match(/\p{L}+|\p{N}+/gu) ?? []).flatMap((word) => {
    const behind = /^(.{3,})tv$/.exec(word)?.[1];
    if (behind !== undefined) return [behind, 'tv'];
    const before = /^(canal|tv)(.{3,})$/.exec(word);
    return before === null ? [word] : [before[1] ?? '', before[2] ?? ''];
  });
}

/** Names that are abbreviated, at the beginning of a name or as the whole of it. */
const abbreviations: readonly { short: string; long: string; isWhole?: true }[] = [
  { short: 'nat geo', long: 'national geographic' },
  { short: 'natgeo', long: 'national geographic' },
  { short: 'discovery h y h', long: 'discovery home y health' },
  { short: 'nick', long: 'nickelodeon', isWhole: true },
  { short: 'e entertainment', long: 'e', isWhole: true },
  { short: 'e entertainment television', long: 'e', isWhole: true },
  { short: 'e entertainment tv', long: 'e', isWhole: true },
];

function spellAbbreviations(words: readonly string[]): readonly string[] {
  const text = words.join(' ');
  for (const { short, long, isWhole } of abbreviations) {
    if (text === short) return long.split(' ');
    if (isWhole !== true && text.startsWith(`${short} `))
      return `${long}${text.slice(short.length)}`.split(' ');
  }
  return words;
}

function takeShift(folded: string): { rest: string; hours: number } {
  for (const form of shiftForms) {
    const found = form.exec(folded);
    const [shown = '', before = '', sign = '', number = '0'] = found ?? [];
    const hours = Number(number);
    // «+18» is a mark for adults.
    if (found === null || hours === 0 || hours > 12) continue;
    if (sign === 'plus' && nameWithPlus.test(folded.slice(0, found.index))) continue;
    const rest = `${folded.slice(0, found.index)}${before} ${folded.slice(found.index + shown.length)}`;
    return { rest, hours: sign === '-' ? -hours : hours };
  }
  return { rest: folded, hours: 0 };
}

/** Reads the country or region with which words end, unless they have nothing else: «TV Chile». */
function readEnding(words: readonly string[]): ChannelName['ending'] {
  for (const count of [3, 2, 1]) {
    const rest = meanWords(words.slice(0, -count));
    if (rest.every((word) => weightOf(word) < 1)) continue;
    const last = words.slice(-count);
    // Codes of countries are also words; «Lat.» is none.
    if (last.join('').length < 4 && last[0] !== 'lat') continue;
    const area = areaOfPlace(last.join(' '));
    if (area !== unknownArea) return { area, words: last };
  }
  return { area: unknownArea, words: [] };
}
