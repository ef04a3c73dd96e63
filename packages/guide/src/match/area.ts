/**
 * Where a channel can be seen, as names and ids say it. An area is a country (ISO 3166 alpha-2, lower case), a region of
 * several countries, or unknown. Channels of different countries are never the same, whatever their names; a channel of a
 * region may be seen in each of its countries.
 */
import { foldTitle, readChannelPrefix } from '@butaca/titles';

export type Area = string;

export const unknownArea: Area = '';
/** Latin America, for which networks have one channel with one guide. */
export const latinAmerica: Area = '~latin-america';
export const europe: Area = '~europe';

const countriesOf: Readonly<Record<Area, ReadonlySet<string>>> = {
  [latinAmerica]: new Set('ar bo cl co cr cu do ec gt hn mx ni pa pe pr py sv us uy ve'.split(' ')),
  [europe]: new Set('ad at be ch de es fr gb gr ie it nl pt'.split(' ')),
};

const regionNames: ReadonlyMap<string, Area> = new Map([
  ['latinoamerica', latinAmerica],
  ['america latina', latinAmerica],
  ['latin america', latinAmerica],
  ['latin', latinAmerica],
  ['latam', latinAmerica],
  ['lat', latinAmerica],
  ['panregional', latinAmerica],
  ['pan regional', latinAmerica],
  ['panamericano', latinAmerica],
]);

/** Countries that ids name by a code which is not that of ISO 3166. */
const otherCodes: ReadonlyMap<string, string> = new Map([['uk', 'gb']]);

/** Reads a code of two letters, in any case. */
export const areaOfCode = (code: string): Area => {
  const lower = code.trim().toLowerCase();
  return otherCodes.get(lower) ?? lower;
};

/** Names of places are shorter. */
const longestPlace = 24;
/** What was read lately: names of a guide end in the same words. */
const readPlaces = new Map<string, Area>();
const placesRemembered = 10_000;

/** Reads the name of a country or region, or a code in capitals: `México`, `Latinoamérica`, `AR`. */
export function areaOfPlace(text: string): Area {
  if (text === '' || text.length > longestPlace) return unknownArea;
  const known = readPlaces.get(text);
  if (known !== undefined) return known;
  // The reader of prefixes knows the codes and names that lists write for countries.
  const area =
    regionNames.get(foldTitle(text)) ?? readChannelPrefix(`${text.trim()}: x`).country ?? unknownArea;
  if (readPlaces.size >= placesRemembered) readPlaces.clear();
  readPlaces.set(text, area);
  return area;
}

export const isRegion = (area: Area): boolean => area in countriesOf;

/** The first country among areas, else the first region. */
export function narrowestOf(areas: readonly (Area | undefined)[]): Area {
  const known = areas.flatMap((area) => (area === undefined || area === unknownArea ? [] : [area]));
  return known.find((area) => !isRegion(area)) ?? known[0] ?? unknownArea;
}

/** Whether a channel of one area may be one of the other. What is unknown may be anywhere. */
export function areCompatible(one: Area, other: Area): boolean {
  if (one === other || one === unknownArea || other === unknownArea) return true;
  return countriesOf[one]?.has(other) === true || countriesOf[other]?.has(one) === true;
}

/** How well the area of a guide's channel fits: its own country best, then a region, then one that is unknown. */
export function areaFit(wanted: Area, found: Area): number {
  if (wanted === found) return 3;
  return found === unknownArea ? 1 : 2;
}
