// DASH templates (addresses with gaps) name segments by number or time, which players fill in. The stream gateway
// therefore gives players the path of a sealed (encrypted) template with the same gaps; the digits that a player puts
// into the path are filled into the provider's template.
import { trimAttribute, type XmlElement } from './manifest-xml.ts';
import { PlaylistRefusedError } from '../playlists/playlist.ts';
import type { MediaPart } from '../stream/stream.ts';

const gap = /\$(Number|Time)(?:%0(\d{1,2})d)?\$/g;
const digitsLimit = 20;
/** The longest address, in characters, that may result from filling in the gaps of a DASH template. */
const filledLimit = 8_192;

/**
 * Fills into a DASH template the values that all segments of a representation share, and leaves the gaps for number and
 * time.
 *
 * @throws PlaylistRefusedError for an unknown kind of gap, and for a result longer than an address may be
 * @see ISO/IEC 23009-1, 5.3.9.4.4
 */
export function fillRepresentation(
  template: string,
  { id, bandwidth }: { id: string; bandwidth: string },
): string {
  const escapedId = id.replaceAll('$', '%24');
  let mostLength = template.length;
  for (const [, name] of template.slice(0, filledLimit).matchAll(/\$(\w*)(?:%0\d{1,2}d)?\$/g))
    mostLength += name === 'RepresentationID' ? escapedId.length : Math.max(bandwidth.length, digitsLimit);
  if (mostLength > filledLimit) throw new PlaylistRefusedError('a template is too long');
  return template.replace(/\$(?:(\w*)(?:%0(\d{1,2})d)?)\$|\$/g, (written, name?: string, width?: string) => {
    // A literal dollar sign (`$$`) in a DASH template is percent-encoded, so that it is not taken for a gap later.
    if (name === '') return '%24';
    if (name === 'RepresentationID') return escapedId;
    if (name === 'Bandwidth') return pad(bandwidth, width);
    if (name === 'Number' || name === 'Time') return written;
    throw new PlaylistRefusedError('a template has a gap of an unknown kind');
  });
}

/** Whether an address in a DASH manifest has gaps for a number or a time. */
export function hasGap(address: string): boolean {
  return address.search(gap) !== -1;
}

/**
 * Returns the last part of the stream gateway's path for a DASH template: the template's gaps, for the player to fill
 * in.
 */
export function writeGaps(template: string): string {
  const names = new Set([...template.matchAll(gap)].map(([, name]) => name));
  return `segment${names.has('Number') ? '-n$Number$' : ''}${names.has('Time') ? '-t$Time$' : ''}`;
}

/**
 * Fills the gaps of a provider's DASH template with the values that a player has put into the request path.
 *
 * @param fileName - the last part of a path whose beginning `writeGaps` wrote
 * @returns the filled template; `undefined` unless the file name has digits for each gap and nothing else
 */
export function fillGaps(template: string, fileName: string): string | undefined {
  const [whole, number, time] =
    /^segment(?:-n(\d{1,20}))?(?:-t(\d{1,20}))?(?:\.\w{1,8})?$/.exec(fileName) ?? [];
  if (whole === undefined) return undefined;
  const values: Readonly<Record<string, string | undefined>> = { Number: number, Time: time };
  const names = new Set([...template.matchAll(gap)].map(([, name = '']) => name));
  const isExact = Object.keys(values).every((name) => names.has(name) === (values[name] !== undefined));
  if (!isExact) return undefined;
  return fillNumbers(template, values);
}

/** Fills the gaps of a DASH template for number and time with digits. */
export function fillNumbers(template: string, values: Readonly<Record<string, string | undefined>>): string {
  return template.replace(gap, (_written, name: string, width?: string) => pad(values[name] ?? '', width));
}

function pad(digits: string, width: string | undefined): string {
  return digits.padStart(Math.min(Number(width ?? 1), digitsLimit), '0');
}

/**
 * One segment that a DASH template names: the number and time for the template's gaps, and the part of the film that
 * the segment holds.
 */
export interface TemplateSegment {
  number: number;
  time: number;
  part: MediaPart;
}

/** What a DASH manifest says about the segments of a template, inherited attributes included. */
export interface SegmentRule {
  timescale: number;
  /** The duration of a segment in units of the timescale; `undefined` when the DASH manifest has a timeline. */
  duration: number | undefined;
  startNumber: number;
  presentationTimeOffset: number;
  /** The runs of equal segments that the timeline lists. */
  timeline: readonly XmlElement[] | undefined;
}

/** When a period of a DASH manifest starts, and how long it lasts. */
interface PeriodExtent {
  startSeconds: number;
  durationSeconds: number | undefined;
}

/**
 * Lists the segments that a DASH template names in a period that has an end.
 *
 * @param limit - the largest number of segments
 * @throws PlaylistRefusedError beyond the limit, and when the segments cannot be counted
 */
export function listSegments(rule: SegmentRule, period: PeriodExtent, limit: number): TemplateSegment[] {
  const segments: TemplateSegment[] = [];
  for (const segment of countSegments(rule, period)) {
    if (segments.length >= limit) throw new PlaylistRefusedError('the manifest names too much');
    segments.push(segment);
  }
  return segments;
}

/**
 * Lists the first `count` segments that a DASH template names, or all when there are fewer. @throws
 * PlaylistRefusedError when they cannot be counted
 */
export function firstSegments(rule: SegmentRule, period: PeriodExtent, count: number): TemplateSegment[] {
  const segments: TemplateSegment[] = [];
  if (count === 0) return segments;
  for (const segment of countSegments(rule, period)) {
    segments.push(segment);
    if (segments.length === count) break;
  }
  return segments;
}

/**
 * Yields the segments that a DASH template names in a period that has an end. Lazy, because a manifest may declare far
 * more segments than are used.
 *
 * @throws PlaylistRefusedError when the segments cannot be counted
 */
function* countSegments(rule: SegmentRule, period: PeriodExtent): Generator<TemplateSegment, void> {
  let counted = 0;
  const { timescale, startNumber, presentationTimeOffset } = rule;
  const endTime =
    period.durationSeconds === undefined
      ? undefined
      : presentationTimeOffset + period.durationSeconds * timescale;
  const next = (time: number, duration: number): TemplateSegment => {
    const fromSeconds = period.startSeconds + (time - presentationTimeOffset) / timescale;
    counted += 1;
    return {
      number: startNumber + counted - 1,
      time,
      part: {
        fromSeconds: Math.max(0, fromSeconds),
        toSeconds: Math.max(0, fromSeconds + duration / timescale),
      },
    };
  };
  if (rule.timeline === undefined) {
    const { duration } = rule;
    if (duration === undefined || duration <= 0 || endTime === undefined) {
      throw new PlaylistRefusedError('segments cannot be counted');
    }
    for (let time = presentationTimeOffset; time < endTime; time += duration) yield next(time, duration);
    return;
  }
  const runs = rule.timeline;
  let time = presentationTimeOffset;
  for (const [index, { attributes }] of runs.entries()) {
    const duration = readCount(attributes['d']) ?? 0;
    if (duration <= 0) throw new PlaylistRefusedError('segments cannot be counted');
    time = readCount(attributes['t']) ?? time;
    const nextTime = readCount(runs[index + 1]?.attributes['t']) ?? endTime;
    const isOpen = trimAttribute(attributes['r']).startsWith('-');
    if (isOpen && nextTime === undefined) throw new PlaylistRefusedError('segments cannot be counted');
    const repeats = isOpen
      ? Math.ceil(((nextTime ?? time) - time) / duration) - 1
      : (readCount(attributes['r']) ?? 0);
    for (let repeat = 0; repeat <= repeats; repeat += 1, time += duration) yield next(time, duration);
  }
}

/**
 * Parses a whole number in a DASH manifest. @returns `undefined` for any other text and for numbers that are not safe
 * integers
 */
export function readCount(text: string | undefined): number | undefined {
  const value = /^\d{1,16}$/.test(trimAttribute(text)) ? Number(text) : undefined;
  return value === undefined || !Number.isSafeInteger(value) ? undefined : value;
}

/** Parses an ISO 8601 duration of days and smaller units. @returns seconds; `undefined` for any other text */
export function readDuration(text: string | undefined): number | undefined {
  const [whole, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(trimAttribute(text)) ?? [];
  if (whole === undefined) return undefined;
  return Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
}
