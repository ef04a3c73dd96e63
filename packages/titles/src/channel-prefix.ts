/**
 * Reads the country or language with which the name of a channel begins: `ES: DAZN 1`, `|MX| Canal 5`, `[CO] Caracol`,
 * `🇲🇽 Las Estrellas`. It counts only where a bracket, bar, colon or dash sets it off, so that «LA 2» and «AR Noticias»
 * keep their first words.
 */
import { countryOfFlag, countryOfName } from './country.ts';
import { foldTitle } from './fold-title.ts';
import { findTag } from './tag-words.ts';

export interface ChannelPrefix {
  /** The name behind the prefix; the whole name where it has none. */
  name: string;
  /** ISO 3166 alpha-2, in lower case. */
  country: string | undefined;
}

/** Names of countries and codes are shorter. */
const longestPrefix = 24;
const maxPrefixes = 3;
const opening = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['【', '】'],
]);
const bars: ReadonlySet<string> = new Set('|¦│┃║▎▌▐❘❙❚'.split(''));
const dashes: ReadonlySet<string> = new Set('-–—'.split(''));
const arrows: ReadonlySet<string> = new Set('►▸▶»•·●★☆'.split(''));
const openingSigns = /^[|¦│┃║▎▌▐❘❙❚:\-–—►▸▶»•·●★☆\s]{1,8}/u;
const letterOrDigit = /[\p{L}\p{N}]/u;
const capitals = /^\p{Lu}{2,4}$/u;

export function readChannelPrefix(name: string): ChannelPrefix {
  let rest = name.trim();
  let country: string | undefined;
  for (let round = 0; round < maxPrefixes; round += 1) {
    const found = takePrefix(rest);
    if (found === undefined || !letterOrDigit.test(found.rest)) break;
    rest = found.rest;
    country ??= found.country;
  }
  return { name: rest, country };
}

interface Found {
  country: string | undefined;
  rest: string;
}

function takePrefix(text: string): Found | undefined {
  const flag = countryOfFlag(text);
  if (flag !== undefined) return { country: flag, rest: text.slice(4).replace(openingSigns, '').trim() };
  const first = text.charAt(0);
  const close = opening.get(first) ?? (bars.has(first) ? first : undefined);
  if (close !== undefined) {
    const end = text.slice(0, longestPrefix + 2).indexOf(close, 1);
    const found = end === -1 ? undefined : readPlace(text.slice(1, end));
    return found === undefined ? undefined : { ...found, rest: text.slice(end + 1).trim() };
  }
  const end = findDivider(text);
  const found = end === -1 ? undefined : readPlace(text.slice(0, end));
  return found === undefined ? undefined : { ...found, rest: text.slice(end + 1).trim() };
}

/** Where the first bar, colon or arrow stands, or the first dash with blanks around it. */
function findDivider(text: string): number {
  const limit = Math.min(text.length, longestPrefix + 1);
  for (let index = 1; index < limit; index += 1) {
    const character = text.charAt(index);
    if (bars.has(character) || arrows.has(character) || character === ':') return index;
    if (dashes.has(character) && text.charAt(index - 1) === ' ' && text.charAt(index + 1) === ' ')
      return index;
  }
  return -1;
}

/** Reads a code in capitals (`MX`, `LAT`) or the name of a country. */
function readPlace(text: string): { country: string | undefined } | undefined {
  const word = text.trim();
  const whole = countryOfName(foldTitle(word));
  if (whole !== undefined) return { country: whole };
  if (!capitals.test(word)) return undefined;
  const tag = findTag(word.toLowerCase());
  const isPlace = tag?.isCode === true && (tag.country !== undefined || tag.languages !== undefined);
  return isPlace ? { country: tag.country } : undefined;
}
