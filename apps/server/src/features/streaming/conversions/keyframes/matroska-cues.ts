/*
 * A Matroska file has an index, the Cues element: the timestamp of each keyframe, and the position of its cluster. The
 * first bytes of the file give the position of the Cues element and the unit of its timestamps, so two requests fetch
 * the whole index.
 * https://datatracker.ietf.org/doc/html/rfc9559
 */
import {
  createReading,
  elements,
  findElement,
  findNumber,
  readElement,
  readNumber,
  type Element,
  type Reading,
} from './matroska-elements.ts';

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
