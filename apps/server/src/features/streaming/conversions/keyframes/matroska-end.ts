/*
 * A Matroska file that was recorded without an end (its writer was cut off, or wrote for a live audience) states no
 * duration. Its frames are in clusters: a cluster has a timestamp, and each block in it, one or more frames, adds its own
 * distance to that. The last cluster is found in the last bytes of the file by searching backwards for its identifier.
 * Those four bytes may also occur inside a frame: what follows them must be a cluster with a timestamp and a block, and
 * end before four days are over. One
 * limit on the number of elements applies to all places where the identifier is found, so the work is linear.
 * https://datatracker.ietf.org/doc/html/rfc9559, sections 5.1.3 and 10
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
import { longestFilmSeconds } from '../source/longest-film.ts';

const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
} as const;
const clusterMark = Buffer.from('1f43b675', 'hex');

const defaultScaleNs = 1_000_000;
/** The most elements that are read of a file's last bytes: a cluster of half a minute has about two thousand blocks. */
const elementLimit = 20_000;

/** Reads the unit of a Matroska file's timestamps, in nanoseconds, from the file's first bytes. */
export function readTimestampScale(bytes: Uint8Array): number {
  const head = createReading(bytes, bytes.length);
  const segment = findElement(head, { from: 0, to: bytes.length }, ids.segment);
  const info = segment && findElement(head, segment, ids.info);
  const scaleNs = info && findNumber(head, info, ids.timestampScale);
  return scaleNs === undefined || scaleNs === 0 ? defaultScaleNs : scaleNs;
}

/**
 * Finds when the last frame of a Matroska file begins, or ends where the file says so.
 *
 * @param tail - the last bytes of the file
 * @param scaleNs - the unit of the file's timestamps
 * @returns seconds by the file's own clock; `undefined` when no whole beginning of a cluster is among the bytes
 */
export function readLastMoment(tail: Uint8Array, scaleNs: number): number | undefined {
  const bytes = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
  const reading = createReading(bytes, elementLimit);
  let at = bytes.lastIndexOf(clusterMark);
  while (at >= 0 && reading.elementsLeft > 0) {
    const last = readClusterEnd(reading, at);
    const seconds = last === undefined ? Infinity : (last * scaleNs) / 1_000_000_000;
    if (seconds <= longestFilmSeconds) return seconds;
    at = at === 0 ? -1 : bytes.lastIndexOf(clusterMark, at - 1);
  }
  return undefined;
}

/** Reads the latest time of a cluster's blocks, in the file's unit; `undefined` for a cluster without blocks. */
function readClusterEnd(reading: Reading, at: number): number | undefined {
  const cluster = readElement(reading, at, reading.bytes.length);
  if (cluster === undefined) return undefined;
  let begins: number | undefined;
  let latest: number | undefined;
  for (const element of elements(reading, cluster)) {
    // A cluster of unknown size ends where the next one begins.
    if (element.id === ids.cluster) break;
    if (element.id === ids.timestamp) begins ??= readNumber(reading, element);
    const ends = readBlockEnd(reading, element);
    if (ends !== undefined) latest = Math.max(latest ?? ends, ends);
  }
  return begins === undefined || latest === undefined ? undefined : begins + latest;
}

/** Reads when a block begins or, if its duration is stated, ends, counted from the beginning of its cluster. */
function readBlockEnd(reading: Reading, element: Element): number | undefined {
  if (element.id === ids.simpleBlock) return readBlockTime(reading, element);
  if (element.id !== ids.blockGroup) return undefined;
  const block = findElement(reading, element, ids.block);
  const begins = block && readBlockTime(reading, block);
  return begins === undefined ? undefined : begins + (findNumber(reading, element, ids.blockDuration) ?? 0);
}

/** Reads the time with which a block begins: after the number of its track, as a signed number of two bytes. */
function readBlockTime({ bytes }: Reading, { from, to }: Element): number | undefined {
  const at = from + Math.clz32(bytes[from] ?? 0) - 23;
  if (at + 2 > Math.min(to, bytes.length)) return undefined;
  return (((bytes[at] ?? 0) << 24) | ((bytes[at + 1] ?? 0) << 16)) >> 16;
}
