/*
 * A Matroska file has an index, its Cues: the moment of each keyframe, and where its cluster begins. The head of the file
 * says where they lie and in which unit their moments are, so that two requests bring the whole index of a film.
 * Elements are an identifier, a size and that many bytes; both numbers begin with zeros that tell their length. An element is
 * never read beyond the end of the one that holds it, even where its size claims more: each byte is looked at once on each level, so
 * the work grows as the file does.
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

/** An index with more elements is considered hostile: made to be slow to read. */
export interface IndexLimits {
  /** Elements of Matroska, boxes of MP4. */
  elements: number;
  keyframes: number;
}

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
export function readMatroskaHead(bytes: Uint8Array): MatroskaHead | undefined {
  const head = createReading(bytes, bytes.length);
  const segment = findElement(head, { from: 0, to: bytes.length }, ids.segment);
  if (segment === undefined) return undefined;
  let cuesByte: number | undefined;
  let scaleNs = defaultScaleNs;
  let videoTrack: number | undefined;
  for (const element of elements(head, segment)) {
    if (element.id === ids.seekHead) cuesByte ??= findCues(head, element, segment.from);
    if (element.id === ids.cues) cuesByte = element.start;
    if (element.id === ids.info) scaleNs = findNumber(head, element, ids.timestampScale) ?? defaultScaleNs;
    if (element.id === ids.tracks) videoTrack ??= findVideoTrack(head, element);
  }
  return cuesByte === undefined || videoTrack === undefined ? undefined : { cuesByte, scaleNs, videoTrack };
}

/** How many bytes a Cues element says that it has as a whole; `undefined` where there is none. */
export function readCuesLength(start: Uint8Array): number | undefined {
  const cues = readElement(createReading(start, 1), 0, Number.MAX_SAFE_INTEGER);
  return cues?.id === ids.cues ? cues.to : undefined;
}

/**
 * The keyframes that the Cues name, in their order.
 *
 * @returns milliseconds; `undefined` where there is more than the limits allow
 */
export function readCues(
  bytes: Uint8Array,
  { scaleNs, videoTrack }: MatroskaHead,
  limits: IndexLimits,
): number[] | undefined {
  const cues = createReading(bytes, limits.elements);
  const root = readElement(cues, 0, bytes.length);
  if (root?.id !== ids.cues) return [];
  const found: number[] = [];
  for (const point of elements(cues, root)) {
    if (point.id !== ids.cuePoint) continue;
    const time = readPoint(cues, point, videoTrack);
    if (time === undefined) continue;
    if (found.length === limits.keyframes) return undefined;
    found.push(Math.round((time * scaleNs) / 1_000_000));
  }
  return cues.elementsLeft < 0 ? undefined : found;
}

/** @returns the time of a point that is of the track of the picture */
function readPoint(cues: Reading, point: Element, videoTrack: number): number | undefined {
  let time: number | undefined;
  let isOfVideo = false;
  for (const part of elements(cues, point)) {
    if (part.id === ids.cueTime) time ??= readNumber(cues, part);
    if (part.id === ids.cueTrackPositions) isOfVideo ||= findNumber(cues, part, ids.cueTrack) === videoTrack;
  }
  return isOfVideo ? time : undefined;
}

/** Bytes, and how many more elements are read of them. */
interface Reading {
  bytes: Uint8Array;
  elementsLeft: number;
}

const createReading = (bytes: Uint8Array, elements: number): Reading => ({ bytes, elementsLeft: elements });

/** Where the content of an element lies. */
interface Extent {
  from: number;
  to: number;
}

interface Element extends Extent {
  id: number;
  start: number;
}

/** The elements inside another one, as far as they can be read. */
function* elements(reading: Reading, { from, to }: Extent): Generator<Element> {
  let at = from;
  while (at < to) {
    const element = readElement(reading, at, to);
    if (element === undefined) return;
    yield element;
    at = element.to;
  }
}

/** The element that begins at a byte, clipped to `end`. */
function readElement(reading: Reading, at: number, end: number): Element | undefined {
  reading.elementsLeft -= 1;
  if (reading.elementsLeft < 0) return undefined;
  const id = readVint(reading, at, 4);
  const size = id === undefined ? undefined : readVint(reading, at + id.length, 8);
  if (id === undefined || size === undefined) return undefined;
  const from = at + id.length + size.length;
  // All ones: the size was not known when it was written.
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  const to = isUnknown ? end : Math.min(end, from + size.value);
  return from > end ? undefined : { id: id.value + 2 ** (7 * id.length), start: at, from, to };
}

/** A number whose leading zeros tell its length, without the bit that ends them. */
function readVint(
  { bytes }: Reading,
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

function readNumber({ bytes }: Reading, { from, to }: Element): number {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 8, bytes.length); at += 1)
    value = value * 256 + (bytes[at] ?? 0);
  return value;
}

function findElement(reading: Reading, parent: Extent, id: number): Element | undefined {
  for (const element of elements(reading, parent)) if (element.id === id) return element;
  return undefined;
}

function findNumber(reading: Reading, parent: Element, id: number): number | undefined {
  const element = findElement(reading, parent, id);
  return element && readNumber(reading, element);
}

function findCues(reading: Reading, seekHead: Element, segmentFrom: number): number | undefined {
  for (const seek of elements(reading, seekHead)) {
    if (seek.id !== ids.seek || findNumber(reading, seek, ids.seekId) !== ids.cues) continue;
    const position = findNumber(reading, seek, ids.seekPosition);
    if (position !== undefined) return segmentFrom + position;
  }
  return undefined;
}

function findVideoTrack(reading: Reading, tracks: Element): number | undefined {
  for (const entry of elements(reading, tracks)) {
    if (entry.id !== ids.trackEntry || findNumber(reading, entry, ids.trackType) !== videoType) continue;
    return findNumber(reading, entry, ids.trackNumber);
  }
  return undefined;
}
