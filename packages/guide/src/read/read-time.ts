import { fixedZone, openZone, readOffset, type Zone } from './zone.ts';

/**
 * Abbreviations of zones that guides write, with their offsets from UTC in minutes. Those that differ between countries
 * (`CST`, `IST`) are read as most guides mean them, in America and India.
 */
const abbreviations: Readonly<Record<string, number>> = {
  WET: 0,
  BST: 60,
  WEST: 60,
  CET: 60,
  MEZ: 60,
  CEST: 120,
  MESZ: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  ART: -180,
  BRT: -180,
  UYT: -180,
  CLST: -180,
  CLT: -240,
  BOT: -240,
  VET: -240,
  AST: -240,
  PYT: -240,
  EDT: -240,
  COT: -300,
  PET: -300,
  ECT: -300,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
};

/** The longest name of a zone, with its white space. */
const longestZone = 60;
/** How many zones that times name are remembered. */
const rememberedZones = 100;

/** Reads a time of a guide. @returns milliseconds since 1970, `undefined` when the text is no time */
export type TimeReader = (text: string, afterMs?: number) => number | undefined;

/**
 * Makes a reader of times in the form of XMLTV, `YYYYMMDDhhmmss` with an offset, `UTC`, an abbreviation such as `CET` or
 * an IANA name after it. Seconds, minutes and hours may be left out. A time that names no zone, or one that nobody knows,
 * is one of the given zone.
 *
 * A local time that there is twice, because clocks are set back, is the first of its two instants that is later than
 * `afterMs`: the start of the programme for its end, the start of the one before for a start.
 *
 * @param zone - of times that name none
 * @see https://github.com/XMLTV/xmltv/blob/master/xmltv.dtd
 * @throws RangeError when there is no such zone
 */
export function createTimeReader(zone: string): TimeReader {
  const ownZone = openZone(zone);
  const zones = new Map<string, Zone>();
  const findZone = (name: string): Zone => {
    if (name === '') return ownZone;
    const known = zones.get(name);
    if (known !== undefined) return known;
    const found = zoneNamed(name) ?? ownZone;
    if (zones.size >= rememberedZones) zones.clear();
    zones.set(name, found);
    return found;
  };
  return (text, afterMs = -Infinity) => {
    let at = 0;
    while (text.charCodeAt(at) === 0x20) at += 1;
    const year = digits(text, at, 4);
    const month = digits(text, at + 4, 2);
    const day = digits(text, at + 6, 2);
    if (!(year >= 1970 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)))
      return undefined;
    at += 8;
    const clock = [0, 0, 0];
    for (let part = 0; part < 3 && isDigit(text.charCodeAt(at)); part += 1, at += 2) {
      clock[part] = digits(text, at, 2);
    }
    const [hour = 0, minute = 0, second = 0] = clock;
    if (!(hour <= 24 && minute <= 59 && second <= 60) || isDigit(text.charCodeAt(at))) return undefined;
    if (text.length - at > longestZone) return undefined;
    const zoneName = text.slice(at).trim();
    const instants = findZone(zoneName).instantsOf(Date.UTC(year, month - 1, day, hour, minute, second));
    const [first, other] = instants;
    return other !== undefined && first <= afterMs ? other : first;
  };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** @returns the number of as many digits, NaN where there are others or fewer */
function digits(text: string, from: number, count: number): number {
  let number = 0;
  for (let index = from; index < from + count; index += 1) {
    const code = text.charCodeAt(index);
    if (!isDigit(code)) return Number.NaN;
    number = number * 10 + code - 0x30;
  }
  return number;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function zoneNamed(name: string): Zone | undefined {
  const offsetMs = readOffset(name);
  if (offsetMs !== undefined) return fixedZone(offsetMs);
  const minutes = abbreviations[name.toUpperCase()];
  if (minutes !== undefined) return fixedZone(minutes * 60_000);
  if (!name.includes('/')) return undefined;
  try {
    return openZone(name);
  } catch {
    return undefined;
  }
}
