/*
 * The `moov` box of an MP4 file holds the tables in which the keyframes of the film are found: the duration of each
 * frame, the delay between decoding and showing it, which frames are keyframes, and which part of the track is played.
 * `moov` lies before or after the media data, which is skipped. No box is read beyond the end of its parent, even when
 * its size claims more: the work is linear in the file size.
 * ISO/IEC 14496-12; https://developer.apple.com/documentation/quicktime-file-format
 */

import type { IndexLimits } from './matroska-cues.ts';

/** Reads a range of the bytes of an MP4 file; returns fewer bytes than asked for at the end of the file. */
export type ReadBytes = (fromByte: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;

const headBytes = 65_536;
/**
 * The largest `moov` box (the index of an MP4 file) that is read: enough for a film of ten hours. Receiving that many
 * bytes and passing them to a worker takes at most 55 MB of memory.
 */
const moovLimitBytes = 24 * 1_024 * 1_024;
const mostTopBoxes = 64;

/**
 * Finds the `moov` box of an MP4 file, which holds its index.
 *
 * @returns `undefined` when the file has no `moov`, or a larger one than any film needs
 */
export async function findMoov(read: ReadBytes): Promise<Uint8Array<ArrayBuffer> | undefined> {
  let window = await read(0, headBytes);
  let windowFrom = 0;
  let at = 0;
  for (let count = 0; count < mostTopBoxes; count += 1) {
    if (at < windowFrom || at + 16 > windowFrom + window.length) {
      window = await read(at, headBytes);
      windowFrom = at;
    }
    const box = readBox(viewOf(window), at - windowFrom, Number.MAX_SAFE_INTEGER);
    if (box === undefined) return undefined;
    if (box.type !== 'moov') {
      at += box.to - box.start;
      continue;
    }
    const length = box.to - box.start;
    if (length > moovLimitBytes) return undefined;
    return box.to <= window.length ? window.slice(box.start, box.to) : await read(at, length);
  }
  return undefined;
}

/**
 * Lists the keyframes of the video track of an MP4 file from the tables of its `moov` box.
 *
 * @returns milliseconds; `undefined` when tables are missing or exceed the limits
 */
export function readMoov(bytes: Uint8Array, limits: IndexLimits): number[] | undefined {
  const reading: Reading = { view: viewOf(bytes), boxesLeft: limits.elements };
  const moov = readBox(reading.view, 0, bytes.length);
  if (moov === undefined) return undefined;
  try {
    const video = findVideo(reading, moov);
    return video && readTrack(reading, moov, video, limits.keyframes);
  } catch (error) {
    // Thrown when a table of the MP4 file claims to be longer than its box, or when there are more boxes than the
    // limit.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The bytes of an MP4 file that are being read, and how many more boxes may be read from them. */
interface Reading {
  view: DataView;
  boxesLeft: number;
}

interface Box {
  type: string;
  start: number;
  /** The byte range of the MP4 box's content. */
  from: number;
  to: number;
}

/** Reads the header of the MP4 box that begins at byte `start`; the box's content is clipped to `end`. */
function readBox(view: DataView, start: number, end: number): Box | undefined {
  const mostBytes = Math.min(end, view.byteLength) - start;
  if (mostBytes < 8) return undefined;
  const short = view.getUint32(start);
  const type = readType(view, start + 4);
  const isLong = short === 1;
  if (isLong && mostBytes < 16) return undefined;
  const size = isLong ? Number(view.getBigUint64(start + 8)) : short;
  const from = start + (isLong ? 16 : 8);
  // In an MP4 file a box size of zero means that the box extends to the end of the file.
  return size < from - start ? undefined : { type, start, from, to: Math.min(end, start + size) };
}

const readType = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

/** Yields the child boxes of an MP4 box. @throws RangeError when more boxes were read than the limit allows */
function* boxes(reading: Reading, { from, to }: Box): Generator<Box> {
  for (let at = from; at < to;) {
    reading.boxesLeft -= 1;
    if (reading.boxesLeft < 0) throw new RangeError('too many boxes');
    const box = readBox(reading.view, at, to);
    if (box === undefined) return;
    yield box;
    at = box.to;
  }
}

/** Finds the first MP4 box at a path of nested box types. */
function find(reading: Reading, parent: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxes(reading, parent)) {
    if (box.type !== type) continue;
    const found = rest.length === 0 ? box : find(reading, box, ...rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findVideo(reading: Reading, moov: Box): Box | undefined {
  for (const box of boxes(reading, moov)) {
    if (box.type !== 'trak') continue;
    const handler = find(reading, box, 'mdia', 'hdlr');
    if (handler !== undefined && readType(reading.view, handler.from + 8) === 'vide') return box;
  }
  return undefined;
}

function readTrack(reading: Reading, moov: Box, trak: Box, limit: number): number[] | undefined {
  const { view } = reading;
  const tables = find(reading, trak, 'mdia', 'minf', 'stbl');
  if (tables === undefined) return undefined;
  const [durations, keyframes] = [find(reading, tables, 'stts'), find(reading, tables, 'stss')];
  const scale = readScale(view, find(reading, trak, 'mdia', 'mdhd'));
  if (durations === undefined || keyframes === undefined || scale === undefined) return undefined;
  const shiftSeconds = readShift(view, find(reading, trak, 'edts', 'elst'), {
    movie: readScale(view, find(reading, moov, 'mvhd')) ?? 1_000,
    media: scale,
  });
  const decodedAt = createRunTable(view, durations, 'sum');
  const offsets = find(reading, tables, 'ctts');
  const shownLater = offsets === undefined ? () => 0 : createRunTable(view, offsets, 'value');
  const count = view.getUint32(keyframes.from + 4);
  if (count > limit) return undefined;
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const sample = view.getUint32(keyframes.from + 8 + index * 4) - 1;
    const seconds = (decodedAt(sample) + shownLater(sample)) / scale + shiftSeconds;
    found.push(Math.round(seconds * 1_000));
  }
  return found.length === 0 ? undefined : found;
}

/** Reads the timescale of an MP4 file's `mdhd` or `mvhd` box: the number of its time units per second. */
function readScale(view: DataView, box: Box | undefined): number | undefined {
  if (box === undefined) return undefined;
  const scale = view.getUint32(box.from + (view.getUint8(box.from) === 1 ? 20 : 12));
  return scale === 0 ? undefined : scale;
}

/**
 * Returns the seconds to add to the timestamps of an MP4 track, from its edit list: empty edits delay the track, and
 * what lies before the first edit's media time is skipped.
 */
function readShift(view: DataView, box: Box | undefined, scale: { movie: number; media: number }): number {
  if (box === undefined) return 0;
  const isLong = view.getUint8(box.from) === 1;
  const count = view.getUint32(box.from + 4);
  let delaySeconds = 0;
  for (let index = 0; index < count; index += 1) {
    const at = box.from + 8 + index * (isLong ? 20 : 12);
    const duration = isLong ? Number(view.getBigUint64(at)) : view.getUint32(at);
    const mediaTime = isLong ? Number(view.getBigInt64(at + 8)) : view.getInt32(at + 4);
    if (mediaTime >= 0) return delaySeconds - mediaTime / scale.media;
    delaySeconds += duration / scale.movie;
  }
  return delaySeconds;
}

/**
 * Reads a table of an MP4 file that consists of runs (a number of samples, and the value that each of them has), for
 * ascending sample numbers.
 *
 * @param what - `sum`: the sum of the values of all earlier samples · `value`: the sample's own value
 */
function createRunTable(view: DataView, box: Box, what: 'sum' | 'value'): (sample: number) => number {
  const runs = view.getUint32(box.from + 4);
  let run = 0;
  let firstSample = 0;
  let sumBefore = 0;
  return (sample) => {
    for (;;) {
      if (run >= runs) return what === 'sum' ? sumBefore : 0;
      const at = box.from + 8 + run * 8;
      const length = view.getUint32(at);
      const value = view.getInt32(at + 4);
      if (sample < firstSample + length)
        return what === 'sum' ? sumBefore + (sample - firstSample) * value : value;
      sumBefore += length * value;
      firstSample += length;
      run += 1;
    }
  };
}
