/*
 * A Matroska file has an index, its Cues: the moment of each keyframe, and where its cluster begins. The head of the file
 * says where they lie and in which unit their moments are, so that two requests bring the whole index of a film.
 * Elements are an identifier, a size and that many bytes; both numbers begin with zeros that tell their length.
 * https://datatracker.ietf.org/doc/html/rfc9559, https://datatracker.ietf.org/doc/html/rfc8794
 */

const ids = {
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
} as const;

const videoType = 1;
const defaultScaleNs = 1_000_000;

/** What the head of a file says of its index. */
export interface MatroskaHead {
  /** Where the Cues element begins, from the beginning of the file. */
  cuesByte: number;
  scaleNs: number;
  videoTrack: number;
}

/** @returns `undefined` where the head does not say it all */
export function readMatroskaHead(head: Buffer): MatroskaHead | undefined {
  const segment = [...elements(head, 0, head.length)].find(({ id }) => id === ids.segment);
  if (segment === undefined) return undefined;
  let cuesByte: number | undefined;
  let scaleNs = defaultScaleNs;
  let videoTrack: number | undefined;
  for (const element of elements(head, segment.from, head.length)) {
    if (element.id === ids.seekHead) cuesByte ??= findCues(head, element, segment.from);
    if (element.id === ids.cues) cuesByte = element.start;
    if (element.id === ids.info) scaleNs = findNumber(head, element, ids.timestampScale) ?? defaultScaleNs;
    if (element.id === ids.tracks) videoTrack ??= findVideoTrack(head, element);
  }
  return cuesByte === undefined || videoTrack === undefined ? undefined : { cuesByte, scaleNs, videoTrack };
}

/** How many bytes a Cues element has as a whole; `undefined` where there is none. */
export function readCuesLength(start: Buffer): number | undefined {
  const [cues] = elements(start, 0, Number.MAX_SAFE_INTEGER);
  return cues?.id === ids.cues ? cues.to : undefined;
}

/**
 * The keyframes that the Cues name.
 *
 * @returns milliseconds, ascending
 */
export function readCues(cues: Buffer, { scaleNs, videoTrack }: MatroskaHead): number[] {
  const [root] = elements(cues, 0, cues.length);
  if (root?.id !== ids.cues) return [];
  const found = new Set<number>();
  for (const point of elements(cues, root.from, Math.min(root.to, cues.length))) {
    if (point.id !== ids.cuePoint) continue;
    const time = findNumber(cues, point, ids.cueTime);
    const isOfVideo = [...elements(cues, point.from, point.to)].some(
      (part) => part.id === ids.cueTrackPositions && findNumber(cues, part, ids.cueTrack) === videoTrack,
    );
    if (time !== undefined && isOfVideo) found.add(Math.round((time * scaleNs) / 1_000_000));
  }
  return [...found].toSorted((one, other) => one - other);
}

interface Element {
  id: number;
  start: number;
  /** Its content, as far as it says itself. */
  from: number;
  to: number;
}

/** The elements between two bytes, as far as they can be read; the last one may reach beyond the end. */
function* elements(bytes: Buffer, from: number, to: number): Generator<Element> {
  let at = from;
  while (at < Math.min(to, bytes.length)) {
    const id = readVint(bytes, at, 4);
    const size = id === undefined ? undefined : readVint(bytes, at + id.length, 8);
    if (id === undefined || size === undefined) return;
    const contentFrom = at + id.length + size.length;
    // All ones: the size was not known when it was written.
    const isUnknown = size.value === 2 ** (7 * size.length) - 1;
    const contentTo = isUnknown ? to : contentFrom + size.value;
    const marker = 2 ** (7 * id.length);
    yield { id: id.value + marker, start: at, from: contentFrom, to: contentTo };
    if (contentTo <= at) return;
    at = contentTo;
  }
}

/** A number whose leading zeros tell its length, without the bit that ends them. */
function readVint(
  bytes: Buffer,
  at: number,
  maxLength: number,
): { value: number; length: number } | undefined {
  const first = bytes[at] ?? 0;
  const length = Math.clz32(first) - 23;
  if (length > maxLength || at + length > bytes.length) return undefined;
  let value = first & (0xff >> length);
  for (let index = 1; index < length; index += 1) value = value * 256 + (bytes[at + index] ?? 0);
  return { value, length };
}

function readNumber(bytes: Buffer, { from, to }: Element): number {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 8, bytes.length); at += 1)
    value = value * 256 + (bytes[at] ?? 0);
  return value;
}

function findNumber(bytes: Buffer, parent: Element, id: number): number | undefined {
  for (const element of elements(bytes, parent.from, parent.to))
    if (element.id === id) return readNumber(bytes, element);
  return undefined;
}

function findCues(bytes: Buffer, seekHead: Element, segmentFrom: number): number | undefined {
  for (const seek of elements(bytes, seekHead.from, seekHead.to)) {
    if (seek.id !== ids.seek || findNumber(bytes, seek, ids.seekId) !== ids.cues) continue;
    const position = findNumber(bytes, seek, ids.seekPosition);
    if (position !== undefined) return segmentFrom + position;
  }
  return undefined;
}

function findVideoTrack(bytes: Buffer, tracks: Element): number | undefined {
  for (const entry of elements(bytes, tracks.from, tracks.to)) {
    if (entry.id !== ids.trackEntry || findNumber(bytes, entry, ids.trackType) !== videoType) continue;
    return findNumber(bytes, entry, ids.trackNumber);
  }
  return undefined;
}
