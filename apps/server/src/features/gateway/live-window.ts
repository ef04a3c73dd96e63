/*
 * A live playlist is asked for again every few seconds by each viewer, and each of its segments is sealed. Some providers list a
 * whole day. The oldest segments of a list without an end are left out as if it had slid past them: the sequence numbers count
 * them, and the key and the initialization section that were in force stay.
 */

/** Newest segments of a live playlist that viewers get: five hours of six seconds each. */
const windowSegments = 3_000;

/** Tags that belong to the next segment alone. @see https://datatracker.ietf.org/doc/html/rfc8216#section-4.3.2 */
const ofOneSegment =
  /^#(?:EXTINF|EXT-X-(?:BYTERANGE|DISCONTINUITY|PROGRAM-DATE-TIME|DATERANGE|GAP|BITRATE|PART))(?::|$)/;
const inForce = /^#(EXT-X-(?:KEY|MAP)):(?:.*KEYFORMAT=("[^"]*"))?/;
const written = /^#EXT-X-(?:(?:MEDIA|DISCONTINUITY)-SEQUENCE|PLAYLIST-TYPE):/;

/**
 * @param text - a playlist
 * @returns the same text where it has an end, names no segments, or not too many
 */
export function keepLiveWindow(text: string): string {
  const skipped = countSegments(text) - windowSegments;
  if (skipped <= 0 || /(?:^|\n)[ \t]*#EXT-X-(?:ENDLIST|STREAM-INF)/.test(text)) return text;

  const head: string[] = [];
  const keptInForce = new Map<string, string>();
  let seen = 0;
  let discontinuities = 0;
  let keptFrom = text.length;
  for (const [from, to] of lines(text)) {
    if (seen === skipped) {
      keptFrom = from;
      break;
    }
    if (text[from] !== '#') {
      seen += 1;
      continue;
    }
    // Most lines are of this tag; it is not copied to be looked at.
    if (text.startsWith('#EXTINF', from)) continue;
    const line = text.slice(from, to).trimEnd();
    const [, tag, format = ''] = inForce.exec(line) ?? [];
    if (tag !== undefined) keptInForce.set(tag + format, line);
    else if (line === '#EXT-X-DISCONTINUITY') discontinuities += 1;
    else if (!ofOneSegment.test(line)) head.push(line);
  }
  const [mediaSequence, discontinuitySequence] = ['MEDIA', 'DISCONTINUITY'].map((kind) =>
    readNumber(head, `#EXT-X-${kind}-SEQUENCE:`),
  );
  return [
    ...head.filter((line) => !written.test(line)),
    `#EXT-X-MEDIA-SEQUENCE:${(mediaSequence ?? 0) + skipped}`,
    `#EXT-X-DISCONTINUITY-SEQUENCE:${(discontinuitySequence ?? 0) + discontinuities}`,
    ...keptInForce.values(),
    text.slice(keptFrom),
  ].join('\n');
}

/** Where lines begin, without the spaces before them, and where they end; empty ones are left out. */
function* lines(text: string): Generator<[from: number, to: number]> {
  for (let from = 0; from < text.length;) {
    const lineEnd = text.indexOf('\n', from);
    const to = lineEnd === -1 ? text.length : lineEnd;
    while (from < to && text.charCodeAt(from) <= 0x20) from += 1;
    if (from < to) yield [from, to];
    from = to + 1;
  }
}

function countSegments(text: string): number {
  let count = 0;
  for (const [from] of lines(text)) if (text[from] !== '#') count += 1;
  return count;
}

function readNumber(head: readonly string[], tag: string): number | undefined {
  const text = head.find((line) => line.startsWith(tag))?.slice(tag.length) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
