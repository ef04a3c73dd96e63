/*
 * A Matroska file has an index, the Cues element: the timestamp of each keyframe, and the position of its cluster. The
 * first bytes of the file give the position of the Cues element and the unit of its timestamps, so two requests fetch
 * the whole index.
 * An element is an identifier, a size and that many bytes; the leading zeros of both numbers give their length. An
 * element is never read beyond the end of its parent, even when its size claims more: each byte is read once per level,
 * so the work is linear in the file size.
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

/**
 * Limits on the keyframe index of a film; an index with more elements or keyframes is considered hostile, built to be
 * slow to read.
 */
export interface IndexLimits {
  /** The most Matroska elements, or MP4 boxes, of a keyframe index that are read. */
  elements: number;
  keyframes: number;
}

const videoType = 1;
const defaultScaleNs = 1_000_000;

/** What the header of a Matroska file says about its keyframe index, the Cues element. */
export interface MatroskaHead {
  /** The byte position of the Cues element (the keyframe index) in the Matroska file. */
  cuesByte: number;
  scaleNs: number;
  videoTrack: number;
}

/**
 * Reads from the header of a Matroska file where and how its keyframe index is stored. @returns `undefined` when a
 * required value is missing
 */
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

/**
 * Returns the length in bytes of a whole Cues element (Matroska's keyframe index), header included; `undefined` when
 * the bytes do not begin with one.
 */
export function readCuesLength(start: Uint8Array): number | undefined {
  const cues = readElement(createReading(start, 1), 0, Number.MAX_SAFE_INTEGER);
  return cues?.id === ids.cues ? cues.to : undefined;
}

/**
 * Lists the keyframes that a Cues element (Matroska's keyframe index) names, in its order.
 *
 * @returns milliseconds; `undefined` when the element exceeds the limits
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

/**
 * Reads a cue point, an entry of Matroska's keyframe index. @returns its timestamp; `undefined` when it does not belong
 * to the video track
 */
function readPoint(cues: Reading, point: Element, videoTrack: number): number | undefined {
  let time: number | undefined;
  let isOfVideo = false;
  for (const part of elements(cues, point)) {
    if (part.id === ids.cueTime) time ??= readNumber(cues, part);
    if (part.id === ids.cueTrackPositions) isOfVideo ||= findNumber(cues, part, ids.cueTrack) === videoTrack;
  }
  return isOfVideo ? time : undefined;
}

/** The bytes of a Matroska file that are being read, and how many more elements may be read from them. */
interface Reading {
  bytes: Uint8Array;
  elementsLeft: number;
}

const createReading = (bytes: Uint8Array, elements: number): Reading => ({ bytes, elementsLeft: elements });

/** The byte range of a Matroska element's content. */
interface Extent {
  from: number;
  to: number;
}

interface Element extends Extent {
  id: number;
  start: number;
}

/** Yields the child elements of a Matroska element, as far as they can be read. */
function* elements(reading: Reading, { from, to }: Extent): Generator<Element> {
  let at = from;
  while (at < to) {
    const element = readElement(reading, at, to);
    if (element === undefined) return;
    yield element;
    at = element.to;
  }
}

/** Reads the header of the Matroska element that begins at byte `at`; the element's content is clipped to `end`. */
function readElement(reading: Reading, at: number, end: number): Element | undefined {
  reading.elementsLeft -= 1;
  if (reading.elementsLeft < 0) return undefined;
  const id = readVint(reading, at, 4);
  const size = id === undefined ? undefined : readVint(reading, at + id.length, 8);
  if (id === undefined || size === undefined) return undefined;
  const from = at + id.length + size.length;
  // A Matroska size whose bits are all ones means that the writer did not know the size.
  const isUnknown = size.value === 2 ** (7 * size.length) - 1;
  const to = isUnknown ? end : Math.min(end, from + size.value);
  return from > end ? undefined : { id: id.value + 2 ** (7 * id.length), start: at, from, to };
}

/**
 * Reads a variable-length integer of Matroska: its leading zeros give its length, and the marker bit after them is
 * removed.
 */
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
