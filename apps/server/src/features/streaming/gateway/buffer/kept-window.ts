/*
 * What a live buffer knows of one live playlist: the segments that were named since its first viewer stayed, those that the provider
 * has dropped included. The playlist that viewers get names the dropped ones too, in front of the provider's own: by their number
 * (`b123.ts`), relative to the address of the playlist, so that each viewer asks for them with the token of their own playlist. A
 * segment that could not be kept is named with EXT-X-GAP, which players skip.
 * RFC 8216, sections 4.3.2 and 6.2.2
 */
import { mayChange, readMediaSequence } from '../playlists/live-window.ts';
import type { LiveList, LiveSegment } from '../playlists/stitch.ts';

/** A segment of a live playlist, and whether its bytes are kept. */
export interface KeptSegment {
  readonly sequence: number;
  readonly seconds: number;
  readonly segment: LiveSegment | undefined;
  /** `named`: its bytes are still to come · `kept`: they are on disk · `missing`: they could not be kept */
  state: 'named' | 'kept' | 'missing';
}

export interface KeptWindow {
  /**
   * Takes the newest version of the playlist.
   *
   * @returns the segments that it names for the first time, and those that are dropped because they are too old, or belong to a
   *   stream that its provider has started anew
   */
  take(list: LiveList): { added: KeptSegment[]; dropped: KeptSegment[] };
  /** Drops the oldest segment. */
  dropFirst(): KeptSegment | undefined;
  find(sequence: number): KeptSegment | undefined;
  segments(): readonly KeptSegment[];
  /**
   * Puts the segments that the provider has dropped in front of a playlist.
   *
   * @param text - the playlist as a viewer would get it without a buffer
   * @param nameOf - names the segments, initialization sections and keys of this server
   */
  lengthen(text: string, nameOf: PartNames): string;
}

/** How the parts of a kept playlist are named in it. */
export interface PartNames {
  segment(kept: KeptSegment): string;
  /** Writes the tag of a key or an initialization section with the name of what it refers to. */
  tag(line: string): string;
}

/** How many of the newest segments a buffer begins with: players begin three segments before the end. */
const takenAtBeginning = 3;
/** How many segments may be missing between two versions of a playlist: after more, the buffer begins anew. */
const gapMax = 300;
/** How many segments are kept at most, however short their playlist says that they are: 240 minutes of four seconds each. */
const segmentsMax = 3_600;

const headTag =
  /^#EXT(?:M3U|-X-(?:VERSION|TARGETDURATION|INDEPENDENT-SEGMENTS|SERVER-CONTROL|START|ALLOW-CACHE|PLAYLIST-TYPE))(?::|$)/;
const countTag = /^#EXT-X-(?:MEDIA|DISCONTINUITY)-SEQUENCE:/;
/** A start that is counted from the beginning of a playlist, which a buffer moves. */
const startFromBeginning = /^#EXT-X-START:(?!.*TIME-OFFSET=-)/;

/**
 * Whether the segments of a live playlist may be kept. Without a media sequence their numbers say nothing; those with byte ranges share
 * files, partial segments are requested instead of the whole ones, and a playlist of the type EVENT names everything by itself.
 */
export const canBeKept = (text: string): boolean =>
  mayChange(text) &&
  /^#EXT-X-MEDIA-SEQUENCE:/m.test(text) &&
  !/^#EXT-X-(?:BYTERANGE:|PART|PLAYLIST-TYPE:|I-FRAMES-ONLY|MAP:.*BYTERANGE=)/m.test(text);

/** @param lengthSeconds - for how many seconds of media segments are kept */
export function createKeptWindow(lengthSeconds: number): KeptWindow {
  let kept: KeptSegment[] = [];
  let seconds = 0;

  function remove(count: number): KeptSegment[] {
    const dropped = kept.slice(0, count);
    kept = kept.slice(count);
    for (const one of dropped) seconds -= one.seconds;
    return dropped;
  }

  function add(one: KeptSegment): KeptSegment {
    kept.push(one);
    seconds += one.seconds;
    return one;
  }

  /** Drops what is too old, and what nothing precedes and is missing. */
  function slide(): KeptSegment[] {
    let count = 0;
    let rest = seconds;
    for (const one of kept) {
      if (rest <= lengthSeconds && kept.length - count <= segmentsMax && one.state !== 'missing') break;
      rest -= one.seconds;
      count += 1;
    }
    return remove(count);
  }

  return {
    take(list) {
      const end = list.mediaSequence + list.segments.length;
      const last = kept.at(-1)?.sequence;
      // Servers of a provider may answer with an earlier version; one that is earlier by more than its own length is of another stream.
      const isAnother =
        last !== undefined && (end <= last - list.segments.length || list.mediaSequence - last > gapMax);
      const before = isAnother ? remove(kept.length) : [];
      const from =
        last === undefined || isAnother ? Math.max(list.mediaSequence, end - takenAtBeginning) : last + 1;
      const added: KeptSegment[] = [];
      for (let sequence = from; sequence < end; sequence += 1) {
        const segment = list.segments[sequence - list.mediaSequence];
        if (segment === undefined) add({ sequence, seconds: list.targetSeconds, segment, state: 'missing' });
        else added.push(add({ sequence, seconds: secondsOf(segment), segment, state: 'named' }));
      }
      return { added, dropped: [...before, ...slide()] };
    },
    dropFirst: () => remove(1)[0],
    find: (sequence) => {
      const one = kept[sequence - (kept[0]?.sequence ?? 0)];
      return one?.sequence === sequence ? one : undefined;
    },
    segments: () => kept,
    lengthen(text, names) {
      const sequence = readMediaSequence(text);
      const first = kept.findIndex(({ state }) => state !== 'missing');
      const older = first === -1 ? [] : kept.slice(first).filter((one) => one.sequence < sequence);
      const [oldest] = older;
      const newest = older.at(-1);
      // A playlist may be an older version than the buffer has seen: nothing is put in front where numbers would be left out.
      if (oldest === undefined || newest?.sequence !== sequence - 1) return text;
      const lines = text.split('\n').filter((line) => line !== '');
      const at = lines.findIndex((line) => !headTag.test(line) && !countTag.test(line));
      const body = lines.slice(at).filter((line) => !countTag.test(line));
      const counted = Number(/^#EXT-X-DISCONTINUITY-SEQUENCE:[ \t]*(\d{1,15})/m.exec(text)?.[1] ?? 0);
      const discontinuities = older.filter(({ segment }) => segment?.isDiscontinuous).length;
      const written = writeOlder(older, names);
      const hasKey = (newest.segment?.keys.length ?? 0) > 0;
      const opening = body.find((line) => /^(?:#EXT-X-KEY:|[^#])/.test(line));
      const beginsWithKey = opening?.startsWith('#') === true;
      return [
        ...lines.slice(0, at).filter((line) => !countTag.test(line) && !startFromBeginning.test(line)),
        `#EXT-X-MEDIA-SEQUENCE:${oldest.sequence}`,
        `#EXT-X-DISCONTINUITY-SEQUENCE:${Math.max(0, counted - discontinuities)}`,
        ...written,
        ...(hasKey && !beginsWithKey ? ['#EXT-X-KEY:METHOD=NONE'] : []),
        ...body,
        '',
      ].join('\n');
    },
  };
}

function writeOlder(older: readonly KeptSegment[], names: PartNames): string[] {
  const written: string[] = [];
  let keys = '';
  let map: string | undefined;
  for (const one of older) {
    const { segment, state, seconds } = one;
    if (segment?.isDiscontinuous) written.push('#EXT-X-DISCONTINUITY');
    const present = state === 'missing' ? undefined : segment;
    const own = present?.keys.join('\n') ?? keys;
    if (own !== keys)
      written.push(...(own === '' ? ['#EXT-X-KEY:METHOD=NONE'] : own.split('\n').map(names.tag)));
    keys = own;
    if (present?.map !== undefined && present.map !== map) {
      map = present.map;
      written.push(names.tag(map));
    }
    if (state === 'missing') written.push('#EXT-X-GAP');
    written.push(`#EXTINF:${Number(seconds.toFixed(6))},`, names.segment(one));
  }
  return written;
}

/** Reads how long a segment lasts, in seconds; 0 where its playlist does not say. */
export function secondsOf({ lines }: LiveSegment): number {
  const [, seconds] =
    /^#EXTINF:\s*(\d{1,6}(?:\.\d{1,9})?)/.exec(lines.find((line) => line.startsWith('#EXTINF')) ?? '') ?? [];
  return Number(seconds ?? 0);
}
