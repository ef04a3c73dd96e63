/**
 * Reads what an M3U file says about the archive of a channel, from the attributes of an entry or, for all entries, of
 * the header line. Programs write the same facts in several ways; the attributes of an entry replace those of the header.
 *
 * @see https://github.com/kodi-pvr/pvr.iptvsimple#catchup-settings
 */

/** How the address of a past programme is made from the address of a channel. */
export const catchupKinds = ['default', 'append', 'shift', 'fs', 'xc', 'vod'] as const;
export type CatchupKind = (typeof catchupKinds)[number];

/** The archive of a channel, as an M3U file describes it. A fact that is absent or makes no sense is `null`. */
export interface Catchup {
  kind: CatchupKind | null;
  /** The template of the address of a past programme, with specifiers such as `{utc}`. */
  source: string | null;
  /** For how many days the provider keeps programmes. */
  days: number | null;
  /** By how many hours the times in requests for past programmes are corrected. */
  correctionHours: number | null;
  /** By how many hours the times of the programme guide are moved for this channel (`tvg-shift`). */
  guideShiftHours: number | null;
}

const kindByName: ReadonlyMap<string, CatchupKind> = new Map([
  ...catchupKinds.map((kind) => [kind, kind] as const),
  ['timeshift', 'shift'],
  ['flussonic', 'fs'],
  ['flussonic-hls', 'fs'],
  ['flussonic-ts', 'fs'],
  ['xtream', 'xc'],
]);

const sourceMaxLength = 2_048;
const longestDays = 365;
const longestHours = 24;

const attributeNames = [
  'catchup',
  'catchup-type',
  'catchup-source',
  'catchup-days',
  'catchup-correction',
  'timeshift',
  'tvg-rec',
  'tvg-shift',
] as const;

type Attributes = ReadonlyMap<string, string>;

/** Keeps those attributes of the header line that describe archives. */
export function readCatchupDefaults(header: Attributes): Attributes {
  return new Map(
    attributeNames.flatMap((name) => {
      const value = header.get(name);
      return value === undefined || value === '' ? [] : [[name, value] as const];
    }),
  );
}

/** @returns `undefined` for an entry that says nothing about an archive or about the time of its guide */
export function readCatchup(entry: Attributes, defaults: Attributes): Catchup | undefined {
  if (defaults.size === 0 && !attributeNames.some((name) => entry.has(name))) return undefined;
  const read = (name: (typeof attributeNames)[number]): string | undefined =>
    entry.get(name) || defaults.get(name);
  const kind = kindByName.get((read('catchup') ?? read('catchup-type') ?? '').toLowerCase()) ?? null;
  const source = read('catchup-source');
  const shiftDays = readDays(read('timeshift'));
  const days = readDays(read('catchup-days')) ?? readDays(read('tvg-rec')) ?? shiftDays;
  const found: Catchup = {
    kind: kind ?? (shiftDays === null ? null : 'shift'),
    source: source === undefined || source.length > sourceMaxLength || /\s/.test(source) ? null : source,
    days,
    correctionHours: readHours(read('catchup-correction')),
    guideShiftHours: readHours(read('tvg-shift')),
  };
  return Object.values(found).every((value) => value === null) ? undefined : found;
}

/** Reads a number of days; lists write fractions too, which are rounded up. */
function readDays(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,4}(?:\.\d{1,6})?$/.test(text)) return null;
  const days = Math.ceil(Number(text));
  return days >= 1 ? Math.min(days, longestDays) : null;
}

function readHours(text: string | undefined): number | null {
  if (text === undefined || !/^[+-]?\d{1,2}(?:\.\d{1,4})?$/.test(text)) return null;
  const hours = Number(text);
  return hours !== 0 && Math.abs(hours) <= longestHours ? hours : null;
}
