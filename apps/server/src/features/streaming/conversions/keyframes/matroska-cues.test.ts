import { describe, expect, it } from 'vitest';
import { readCues, readCuesLength, readMatroskaHead } from './matroska-cues.ts';

const limits = { elements: 1_000, keyframes: 100 };

/** Writes a number in as few bytes as it needs, as Matroska stores the values of its elements. */
function bytesOf(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** Makes a Matroska element with a number, or with the given elements in it; its size is stated in four bytes. */
function element(id: number, content: number | readonly Buffer[]): Buffer {
  const body = typeof content === 'number' ? bytesOf(content) : Buffer.concat(content);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(0x1000_0000 + body.length);
  return Buffer.concat([bytesOf(id), size, body]);
}

const segment = (...content: Buffer[]) => element(0x18538067, content);
const seek = (id: number, position: number) =>
  element(0x4dbb, [element(0x53ab, id), element(0x53ac, position)]);
const seekHead = (...seeks: Buffer[]) => element(0x114d9b74, seeks);
const info = (scaleNs: number) => element(0x1549a966, [element(0x2ad7b1, scaleNs)]);
const track = (number: number, type: number) => element(0xae, [element(0xd7, number), element(0x83, type)]);
const tracks = (...entries: Buffer[]) => element(0x1654ae6b, entries);
const point = (time: number, ...trackNumbers: number[]) =>
  element(0xbb, [
    element(0xb3, time),
    ...trackNumbers.map((number) => element(0xb7, [element(0xf7, number)])),
  ]);
const cuesId = 0x1c53bb6b;
const cues = (...points: Buffer[]) => element(cuesId, points);
const header = Buffer.concat([element(0x1a45dfa3, 1)]);

describe('the head of a Matroska file', () => {
  const video = tracks(track(1, 2), track(2, 1));

  it('gives the position of the index, its time unit and the video track', () => {
    const file = Buffer.concat([header, segment(seekHead(seek(cuesId, 5_000)), info(500_000), video)]);
    expect(readMatroskaHead(file)).toEqual({
      cuesByte: header.length + 8 + 5_000,
      scaleNs: 500_000,
      videoTrack: 2,
    });
  });

  it('has a time unit of one millisecond when none is stated', () => {
    expect(readMatroskaHead(segment(seekHead(seek(cuesId, 9)), video))?.scaleNs).toBe(1_000_000);
    expect(
      readMatroskaHead(segment(seekHead(seek(cuesId, 9)), element(0x1549a966, []), video))?.scaleNs,
    ).toBe(1_000_000);
  });

  it('gives the position of an index that lies within the head', () => {
    const before = segment(video);
    const file = segment(video, cues(point(0, 2)));
    expect(readMatroskaHead(file)?.cuesByte).toBe(before.length);
  });

  it('gives the first index that its seek entries name, and ignores entries of other elements', () => {
    const named = seekHead(
      seek(0x1549a966, 1),
      element(0x4dbb, [element(0x53ab, cuesId)]),
      seek(cuesId, 7),
      seek(cuesId, 9),
    );
    expect(readMatroskaHead(segment(named, video))?.cuesByte).toBe(8 + 7);
    const later = seekHead(seek(cuesId, 11));
    expect(readMatroskaHead(segment(named, later, video))?.cuesByte).toBe(8 + 7);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no segment', header],
    ['no index', segment(video)],
    ['no tracks', segment(seekHead(seek(cuesId, 9)))],
    ['only sound', segment(seekHead(seek(cuesId, 9)), tracks(track(1, 2)))],
    [
      'a picture without a number',
      segment(seekHead(seek(cuesId, 9)), tracks(element(0xae, [element(0x83, 1)]))),
    ],
    ['zeros', Buffer.alloc(64)],
  ])('is undefined for a file with %s', (_what, file) => {
    expect(readMatroskaHead(file)).toBeUndefined();
  });

  it('is read to the end of a segment of unknown size', () => {
    const content = Buffer.concat([seekHead(seek(cuesId, 9)), video]);
    const unknown = Buffer.concat([bytesOf(0x18538067), Buffer.from('01ffffffffffffff', 'hex'), content]);
    expect(readMatroskaHead(unknown)).toMatchObject({ cuesByte: 12 + 9, videoTrack: 2 });
  });
});

describe('the index of a Matroska file', () => {
  const head = { cuesByte: 0, scaleNs: 1_000_000, videoTrack: 2 };

  it('gives the keyframe times of the video track in milliseconds, from any time unit', () => {
    const index = cues(point(0, 2), point(40, 1), point(2_000, 1, 2), point(4_001, 2));
    expect(readCues(index, head, limits)).toEqual([0, 2_000, 4_001]);
    expect(readCues(index, { ...head, scaleNs: 500_000 }, limits)).toEqual([0, 1_000, 2_001]);
  });

  it.each([
    ['a point without a time', cues(element(0xbb, [element(0xb7, [element(0xf7, 2)])])), []],
    ['a point without a track', cues(element(0xbb, [element(0xb3, 5)])), []],
    [
      'the first of two times',
      cues(element(0xbb, [element(0xb3, 5), element(0xb3, 6), element(0xb7, [element(0xf7, 2)])])),
      [5],
    ],
    ['what is no point', cues(element(0xec, 1), point(7, 2)), [7]],
    ['another element', segment(point(7, 2)), []],
    ['nothing', Buffer.alloc(0), []],
  ])('gives keyframes only of points with a time and a track: %s', (_what, index, expected) => {
    expect(readCues(index, head, limits)).toEqual(expected);
  });

  it('is refused with more keyframes or more elements than the limit', () => {
    const points = Array.from({ length: 101 }, (_item, index) => point(index, 2));
    expect(readCues(cues(...points.slice(1)), head, limits)).toHaveLength(100);
    expect(readCues(cues(...points), head, limits)).toBeUndefined();
    expect(readCues(cues(...points.slice(1)), head, { ...limits, elements: 100 })).toBeUndefined();
  });

  it('states its total length in its first bytes, and other elements state none', () => {
    const index = cues(point(0, 2), point(1, 2));
    expect(readCuesLength(index)).toBe(index.length);
    expect(readCuesLength(index.subarray(0, 12))).toBe(index.length);
    expect(readCuesLength(segment())).toBeUndefined();
    expect(readCuesLength(Buffer.alloc(0))).toBeUndefined();
  });
});
