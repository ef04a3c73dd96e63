/*
 * An MP4 file has tables in its `moov`: how long each picture lasts, how much later than decoded it is shown, which ones are
 * keyframes, and which part of it all is played. `moov` lies before or after the pictures, which are stepped over.
 * ISO/IEC 14496-12; https://developer.apple.com/documentation/quicktime-file-format
 */

/** Reads some bytes of the file, fewer at its end. */
export type ReadBytes = (fromByte: number, length: number) => Promise<Buffer>;

const headBytes = 65_536;
const moovLimitBytes = 32 * 1_024 * 1_024;
const mostTopBoxes = 64;

/** @returns milliseconds, ascending; `undefined` where the file has no such tables */
export async function readMp4Keyframes(read: ReadBytes): Promise<number[] | undefined> {
  let window = await read(0, headBytes);
  let windowFrom = 0;
  let at = 0;
  for (let count = 0; count < mostTopBoxes; count += 1) {
    if (at < windowFrom || at + 16 > windowFrom + window.length) {
      window = await read(at, headBytes);
      windowFrom = at;
    }
    const box = readBox(window, at - windowFrom);
    if (box === undefined) return undefined;
    if (box.type !== 'moov') {
      at += box.to - box.start;
      continue;
    }
    if (box.to - box.start > moovLimitBytes) return undefined;
    const moov =
      box.to <= window.length ? window.subarray(box.start, box.to) : await read(at, box.to - box.start);
    return readKeyframes(moov);
  }
  return undefined;
}

interface Box {
  type: string;
  start: number;
  from: number;
  to: number;
}

function readBox(bytes: Buffer, start: number): Box | undefined {
  if (start + 8 > bytes.length) return undefined;
  const short = bytes.readUInt32BE(start);
  const type = bytes.toString('latin1', start + 4, start + 8);
  const isLong = short === 1;
  if (isLong && start + 16 > bytes.length) return undefined;
  const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : short;
  const from = start + (isLong ? 16 : 8);
  // Zero means «to the end of the file»: nothing comes after it.
  return size < from - start ? undefined : { type, start, from, to: start + size };
}

function* boxes(bytes: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to;) {
    const box = readBox(bytes, at);
    if (box === undefined) return;
    yield box;
    at = box.to;
  }
}

/** The first box at the end of a path of types. */
function find(bytes: Buffer, parent: Box, ...path: string[]): Box | undefined {
  const [type, ...rest] = path;
  for (const box of boxes(bytes, parent.from, Math.min(parent.to, bytes.length))) {
    if (box.type !== type) continue;
    const found = rest.length === 0 ? box : find(bytes, box, ...rest);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readKeyframes(bytes: Buffer): number[] | undefined {
  const moov = readBox(bytes, 0);
  if (moov === undefined) return undefined;
  try {
    const traks = [...boxes(bytes, moov.from, bytes.length)].filter(({ type }) => type === 'trak');
    const video = traks.find((trak) => {
      const handler = find(bytes, trak, 'mdia', 'hdlr');
      return (
        handler !== undefined && bytes.toString('latin1', handler.from + 8, handler.from + 12) === 'vide'
      );
    });
    return video === undefined ? undefined : readTrack(bytes, moov, video);
  } catch (error) {
    // A table that says it is longer than it is.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readTrack(bytes: Buffer, moov: Box, trak: Box): number[] | undefined {
  const tables = find(bytes, trak, 'mdia', 'minf', 'stbl');
  if (tables === undefined) return undefined;
  const [durations, keyframes] = [find(bytes, tables, 'stts'), find(bytes, tables, 'stss')];
  const scale = readScale(bytes, find(bytes, trak, 'mdia', 'mdhd'));
  if (durations === undefined || keyframes === undefined || scale === undefined) return undefined;
  const shiftSeconds = readShift(bytes, find(bytes, trak, 'edts', 'elst'), {
    movie: readScale(bytes, find(bytes, moov, 'mvhd')) ?? 1_000,
    media: scale,
  });
  const decodedAt = createRunTable(bytes, durations, 'sum');
  const offsets = find(bytes, tables, 'ctts');
  const shownLater = offsets === undefined ? () => 0 : createRunTable(bytes, offsets, 'value');
  const count = bytes.readUInt32BE(keyframes.from + 4);
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const sample = bytes.readUInt32BE(keyframes.from + 8 + index * 4) - 1;
    const seconds = (decodedAt(sample) + shownLater(sample)) / scale + shiftSeconds;
    found.push(Math.round(seconds * 1_000));
  }
  return found.length === 0 ? undefined : found;
}

/** Of `mdhd` and `mvhd`: how many units a second has. */
function readScale(bytes: Buffer, box: Box | undefined): number | undefined {
  if (box === undefined) return undefined;
  const scale = bytes.readUInt32BE(box.from + (bytes[box.from] === 1 ? 20 : 12));
  return scale === 0 ? undefined : scale;
}

/** Where the first part that is played begins: an empty one delays it, its media time is left out. */
function readShift(bytes: Buffer, box: Box | undefined, scale: { movie: number; media: number }): number {
  if (box === undefined) return 0;
  const isLong = bytes[box.from] === 1;
  const count = bytes.readUInt32BE(box.from + 4);
  let delaySeconds = 0;
  for (let index = 0; index < count; index += 1) {
    const at = box.from + 8 + index * (isLong ? 20 : 12);
    const duration = isLong ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at);
    const mediaTime = isLong ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readInt32BE(at + 4);
    if (mediaTime >= 0) return delaySeconds - mediaTime / scale.media;
    delaySeconds += duration / scale.movie;
  }
  return delaySeconds;
}

/**
 * A table of runs (so many samples, this value each), read for samples that ascend.
 *
 * @param what - the sum of the values before a sample, or its own
 */
function createRunTable(bytes: Buffer, box: Box, what: 'sum' | 'value'): (sample: number) => number {
  const runs = bytes.readUInt32BE(box.from + 4);
  let run = 0;
  let firstSample = 0;
  let sumBefore = 0;
  return (sample) => {
    for (;;) {
      if (run >= runs) return what === 'sum' ? sumBefore : 0;
      const at = box.from + 8 + run * 8;
      const length = bytes.readUInt32BE(at);
      const value = bytes.readInt32BE(at + 4);
      if (sample < firstSample + length)
        return what === 'sum' ? sumBefore + (sample - firstSample) * value : value;
      sumBefore += length * value;
      firstSample += length;
      run += 1;
    }
  };
}
