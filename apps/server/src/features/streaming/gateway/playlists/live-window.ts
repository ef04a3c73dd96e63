/*
 * Each viewer requests a live playlist again every few seconds, and each of its segments has to be sealed (encrypted
 * into the URL). Some providers list a whole day. The stream gateway therefore leaves out the oldest segments of a
 * playlist without an end, as if they had slid out of it: the sequence numbers are advanced past them, the keys and the
 * initialization section in force stay, and the first kept segment gets its own date and byte offset.
 */

/** How many of the newest segments of a live playlist viewers get: five hours at six seconds each. */
const windowSegments = 3_000;

/** HLS tags that apply to the next segment alone. @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.2 */
const ofOneSegment =
  /^#(?:EXTINF|EXT-X-(?:BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|DATERANGE|GAP|BITRATE|PART))(?::|$)/;
const notLive = /(?:^|\n)[ \t]*#EXT-X-(?:ENDLIST|STREAM-INF|PLAYLIST-TYPE:VOD)/;
const inForce = /^#(EXT-X-(?:KEY|MAP)):(?:.*KEYFORMAT=("[^"]*"))?/;
const written = /^#EXT-X-(?:(?:MEDIA|DISCONTINUITY)-SEQUENCE|PLAYLIST-TYPE):/;

/**
 * Whether an HLS playlist may name other segments at its next refresh. A playlist with an end and one that names
 * renditions do not.
 */
export const mayChange = (text: string): boolean => !notLive.test(text);

/** The number of the first segment of a playlist in HLS. */
export const readMediaSequence = (text: string): number =>
  Number(/^#EXT-X-MEDIA-SEQUENCE:[ \t]*(\d{1,15})/m.exec(text)?.[1] ?? 0);

/**
 * Leaves out the oldest segments of a long live playlist in HLS.
 *
 * @param text - a playlist
 * @returns the same text for a playlist that has an end, names no segments, or names few enough
 */
export function keepLiveWindow(text: string): string {
  const skipped = countSegments(text) - windowSegments;
  if (skipped <= 0 || !mayChange(text)) return text;

  const head: string[] = [];
  const keptInForce = new Map<string, string>();
  const position = createPosition();
  let seen = 0;
  let discontinuities = 0;
  let keptFrom = text.length;
  for (const [from, to] of lines(text)) {
    if (seen === skipped) {
      keptFrom = from;
      break;
    }
    if (!isTag(text, from)) {
      seen += 1;
      position.passSegment();
      continue;
    }
    const line = text.slice(from, to).trimEnd();
    const [, tag, format = ''] = inForce.exec(line) ?? [];
    if (tag !== undefined) {
      if (line.includes('METHOD=NONE')) keptInForce.clear();
      keptInForce.set(tag + format, line);
    } else if (line === '#EXT-X-DISCONTINUITY') discontinuities += 1;
    else if (ofOneSegment.test(line)) position.read(line);
    else head.push(line);
  }
  const [mediaSequence, discontinuitySequence] = ['MEDIA', 'DISCONTINUITY'].map((kind) =>
    readNumber(head, `#EXT-X-${kind}-SEQUENCE:`),
  );
  return [
    ...head.filter((line) => !written.test(line)),
    `#EXT-X-MEDIA-SEQUENCE:${(mediaSequence ?? 0) + skipped}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${(discontinuitySequence ?? 0) + discontinuities}`,
    ...keptInForce.values(),
    ...position.continueIn(text.slice(keptFrom)),
  ].join('\n');
}

/** Yields the start (without leading spaces) and end positions of the lines of a playlist; empty lines are left out. */
function* lines(text: string): Generator<[from: number, to: number]> {
  for (let from = 0; from < text.length;) {
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd === -1 ? text.length : lineEnd;
    while (from < to && text.charCodeAt(from) <= 0x20) from += 1;
    if (from < to) yield [from, to];
    from = to + 1;
  }
}

/**
 * Whether a line of an HLS playlist is a tag or a comment; the first line of a file may begin with a byte order mark.
 */
const isTag = (text: string, from: number): boolean => text[from] === '#' || text.startsWith('\uFEFF#', from);

/**
 * Tracks what a segment of an HLS playlist inherits from the one before it: the byte at which it begins, and its
 * recording date.
 */
function createPosition() {
  let endByte: number | undefined;
  let lengthBytes: number | undefined;
  let at: number | undefined;
  let segmentSeconds = 0;
  return {
    read(line: string): void {
      const [, length, offset] = /^#EXT-X-BYTERANGE:(\d{1,15})(?:@(\d{1,15}))?$/.exec(line) ?? [];
      if (length !== undefined) {
        lengthBytes = Number(length);
        endByte = offset === undefined ? endByte : Number(offset);
      }
      const [, seconds] = /^#EXTINF:(\d{1,6}(?:\.\d{1,9})?)/.exec(line) ?? [];
      if (seconds !== undefined) segmentSeconds = Number(seconds);
      const [, date] = /^#EXT-X-PROGRAM-DATE-TIME:(.{1,40})$/.exec(line) ?? [];
      if (date !== undefined && !Number.isNaN(Date.parse(date))) at = Date.parse(date);
    },
    passSegment(): void {
      endByte = endByte === undefined || lengthBytes === undefined ? undefined : endByte + lengthBytes;
      lengthBytes = undefined;
      if (at !== undefined) at += segmentSeconds * 1_000;
      segmentSeconds = 0;
    },
    /**
     * Returns the lines of a live playlist that remain when its oldest segments are left out; the first segment gets
     * the date and byte offset that it would have inherited from them.
     */
    continueIn(kept: string): string[] {
      const first = /^(?:[ \t]*#.*\n|[ \t\r]*\n)*/.exec(kept)?.[0] ?? '';
      const placed = first.replace(/(#EXT-X-BYTERANGE:\d{1,15})[ \t\r]*(?=\n)/, `$1@${endByte ?? 0}`);
      const isDated = at === undefined || first.includes('#EXT-X-PROGRAM-DATE-TIME:');
      const date = isDated ? [] : [`#EXT-X-PROGRAM-DATE-TIME:${new Date(at ?? 0).toISOString()}`];
      return [...date, placed + kept.slice(first.length)];
    },
  };
}

function countSegments(text: string): number {
  let count = 0;
  for (const [from] of lines(text)) if (!isTag(text, from)) count += 1;
  return count;
}

function readNumber(head: readonly string[], tag: string): number | undefined {
  const text = head.find((line) => line.startsWith(tag))?.slice(tag.length) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
