/*
 * Joins the live playlists of several sources of a channel into one. The media sequence goes on whatever source feeds the
 * playlist: each segment gets the next number once and keeps it, and the first one of another source comes after
 * EXT-X-DISCONTINUITY. Keys and initialization sections are written where they change, with complete addresses. A key
 * without an IV takes the number of the segment at its source as IV, so that IV is written.
 * RFC 8216, sections 4.3.2, 4.3.3 and 5.2
 */
import { resolveAddress } from '../stream/stream-address.ts';
import { mayChange, readMediaSequence } from './live-window.ts';
import { readTargetMs } from './standstill.ts';

/** A segment of a live playlist, with what is in force for it. */
export interface LiveSegment {
  /** The lines of the tags that apply to it alone. */
  lines: readonly string[];
  address: string;
  keys: readonly string[];
  map: string | undefined;
  isDiscontinuous: boolean;
}

export interface LiveList {
  mediaSequence: number;
  discontinuitySequence: number;
  targetSeconds: number;
  version: number;
  segments: readonly LiveSegment[];
  /** All addresses that the playlist names. */
  addresses: ReadonlySet<string>;
}

/** The live playlist of a channel, made of those of its sources. */
export interface Stitch {
  /** Takes the newest playlist of a source. @param source - identifies the source */
  append(list: LiveList, source: string): void;
  text(): string;
}

/** How many of the newest segments of another source are taken: players begin three segments before the end. */
const takenAtSwitch = 3;
/** How many segments are kept at least. */
const keptMin = 6;
/** How many keys may be in force for a segment: one for each key format. */
const keysMax = 4;
const ofOneSegment = /^#(?:EXTINF|EXT-X-(?:BYTERANGE|GAP|BITRATE))(?::|$)/;

/** Reads a live playlist; `undefined` for one that has an end, names renditions or no segments, or uses variables. */
export function readLiveList(text: string, base: string): LiveList | undefined {
  if (!mayChange(text) || /^#EXT-X-DEFINE:/m.test(text)) return undefined;
  const number = (form: RegExp): number => Number(form.exec(text)?.[1] ?? 0);
  const mediaSequence = readMediaSequence(text);
  const segments: LiveSegment[] = [];
  const addresses = new Set<string>();
  const ranges = createRanges();
  let keys = new Map<string, string>();
  let map: string | undefined;
  let lines: string[] = [];
  let isDiscontinuous = false;

  function complete(line: string): string | undefined {
    const [, reference] = /\bURI="([^"]*)"/.exec(line) ?? [];
    if (reference === undefined) return line;
    const address = resolveAddress(reference, base);
    if (address === undefined) return undefined;
    addresses.add(address);
    return line.replace(/\bURI="[^"]*"/, () => `URI="${address}"`);
  }

  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('#EXT-X-KEY:')) {
      const written = complete(line);
      if (written === undefined) return undefined;
      if (line.includes('METHOD=NONE')) keys = new Map();
      else keys = new Map([...keys, [/KEYFORMAT="([^"]*)"/.exec(line)?.[1] ?? '', written]]);
      if (keys.size > keysMax) return undefined;
    } else if (line.startsWith('#EXT-X-MAP:')) {
      map = complete(line);
      if (map === undefined) return undefined;
    } else if (line === '#EXT-X-DISCONTINUITY') isDiscontinuous = true;
    else if (ofOneSegment.test(line)) lines.push(line);
    else if (line !== '' && !line.startsWith('#') && !line.startsWith('\uFEFF#')) {
      const address = resolveAddress(line, base);
      if (address === undefined) return undefined;
      addresses.add(address);
      const sequence = mediaSequence + segments.length;
      segments.push({
        lines: ranges.place(lines, address),
        address,
        keys: [...keys.values()].map((key) => withIv(key, sequence)),
        map,
        isDiscontinuous,
      });
      lines = [];
      isDiscontinuous = false;
    }
  }
  if (segments.length === 0) return undefined;
  return {
    mediaSequence,
    discontinuitySequence: number(/^#EXT-X-DISCONTINUITY-SEQUENCE:[ \t]*(\d{1,15})/m),
    targetSeconds: Math.ceil(readTargetMs(text) / 1_000),
    version: number(/^#EXT-X-VERSION:[ \t]*(\d{1,15})/m),
    segments,
    addresses,
  };
}

/** Whether players can go on from one playlist to another: what begins with a map cannot go on without one. */
export const canFollow = (before: LiveList, after: LiveList): boolean =>
  (before.segments.at(-1)?.map === undefined) === (after.segments[0]?.map === undefined);

/** Begins with the playlist that players have got last, whose numbers stay. @param source - identifies its source */
export function createStitch(first: LiveList, source: string): Stitch {
  let segments = [...first.segments];
  let { mediaSequence, discontinuitySequence, targetSeconds, version } = first;
  let current = source;
  /** The number that the next segment of the current source has there. */
  let expected = first.mediaSequence + first.segments.length;

  /** Drops the oldest segments beyond a number. */
  function slide(kept: number): void {
    const dropped = segments.slice(0, Math.max(0, segments.length - kept));
    segments = segments.slice(dropped.length);
    mediaSequence += dropped.length;
    discontinuitySequence += dropped.filter(({ isDiscontinuous }) => isDiscontinuous).length;
  }

  return {
    append(list, from) {
      const end = list.mediaSequence + list.segments.length;
      // A source that counts from the beginning again is like another one.
      const isAnother = from !== current || end < expected;
      const isGap = !isAnother && list.mediaSequence > expected;
      const added = isAnother
        ? list.segments.slice(-takenAtSwitch)
        : list.segments.slice(Math.max(0, expected - list.mediaSequence));
      current = from;
      expected = end;
      targetSeconds = Math.max(targetSeconds, list.targetSeconds);
      version = Math.max(version, list.version);
      segments.push(
        ...added.map((segment, index) =>
          index === 0 && (isAnother || isGap) ? { ...segment, isDiscontinuous: true } : segment,
        ),
      );
      slide(Math.max(keptMin, list.segments.length));
    },
    text() {
      const written = [
        '#EXTM3U',
        ...(version > 0 ? [`#EXT-X-VERSION:${version}`] : []),
        `#EXT-X-TARGETDURATION:${targetSeconds}`,
        `#EXT-X-MEDIA-SEQUENCE:${mediaSequence}`,
        `#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}`,
      ];
      let keys = '';
      let map: string | undefined;
      for (const segment of segments) {
        if (segment.isDiscontinuous) written.push('#EXT-X-DISCONTINUITY');
        const own = segment.keys.join('\n');
        if (own !== keys) written.push(...(own === '' ? ['#EXT-X-KEY:METHOD=NONE'] : segment.keys));
        // An initialization section holds until the next one, also beyond a discontinuity.
        if (segment.map !== undefined && (segment.map !== map || own !== keys)) written.push(segment.map);
        keys = own;
        map = segment.map;
        written.push(...segment.lines, segment.address);
      }
      return `${written.join('\n')}\n`;
    },
  };
}

/** Adds to a key for whole segments the IV that it takes from the number of the segment. RFC 8216, section 5.2 */
function withIv(key: string, sequence: number): string {
  if (!/METHOD=AES-128/.test(key) || /(?:^|[,:])IV=/.test(key)) return key;
  return `${key},IV=0x${sequence.toString(16).padStart(32, '0')}`;
}

/** Places byte ranges that are stated without an offset: they begin where the one before ended. */
function createRanges() {
  let last = { address: '', endByte: 0 };
  return {
    place(lines: readonly string[], address: string): string[] {
      return lines.map((line) => {
        const [, length, offset] = /^#EXT-X-BYTERANGE:(\d{1,15})(?:@(\d{1,15}))?$/.exec(line) ?? [];
        if (length === undefined) return line;
        const from = offset === undefined ? (last.address === address ? last.endByte : 0) : Number(offset);
        last = { address, endByte: from + Number(length) };
        return `#EXT-X-BYTERANGE:${length}@${from}`;
      });
    },
  };
}
