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

const form =
  /^\s{0,20}(\d{4})(\d{2})(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})?)?)?(?:\.\d{1,9})?\s{0,20}(\S{0,40})\s{0,20}$/;
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
    const match = form.exec(text);
    if (match === null) return undefined;
    const [, year, month, day, hour = '0', minute = '0', second = '0', name = ''] = match;
    const localMs = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
    const isTime =
      Number(year) >= 1970 &&
      Number(month) >= 1 &&
      Number(month) <= 12 &&
      Number(hour) <= 24 &&
      Number(minute) <= 59 &&
      Number(second) <= 60 &&
      Number(day) >= 1 &&
      Number(day) <= daysOf(Number(year), Number(month));
    if (!isTime) return undefined;
    const [first, second_] = findZone(name).instantsOf(localMs);
    return second_ !== undefined && first <= afterMs ? second_ : first;
  };
}

function daysOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
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
