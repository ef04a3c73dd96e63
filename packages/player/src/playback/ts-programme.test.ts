import { describe, expect, it } from 'vitest';
import { createTrackFinder, type ListedKinds } from './ts-programme.ts';

const packetBytes = 188;

/** Makes one packet of MPEG-TS in which a table begins. */
function table(pid: number, fields: readonly number[], { stuffing = 0, start = 0x40 } = {}): number[] {
  const length = fields.length + 4;
  const section = [0, 0xb0 | (length >> 8), length & 0xff, ...fields, 0, 0, 0, 0];
  const adaptation = stuffing === 0 ? [] : [stuffing - 1, ...Array<number>(stuffing - 1).fill(0)];
  const head = [0x47, start | (pid >> 8), pid & 0xff, stuffing === 0 ? 0x10 : 0x30, ...adaptation, 0];
  const packet = [...head, ...section];
  return [...packet, ...Array<number>(packetBytes - packet.length).fill(0xff)];
}

const pat = (pid = 0x1000) =>
  table(0, [0, 1, 0xc1, 0, 0, 0, 0, 0xe0, 0x10, 0, 1, 0xe0 | (pid >> 8), pid & 0xff]);
const pmt = (types: readonly number[], options = {}) => {
  const streams = types.flatMap((type, index) => [type, 0xe1, index, 0xf0, 2, 0x52, 0x00]);
  return table(0x1000, [0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 1, 0x09, ...streams], options);
};
const media = table(0x100, [1, 2, 3], { start: 0 });

function find(bytes: readonly number[], pieceBytes = bytes.length): ListedKinds[] {
  const found: ListedKinds[] = [];
  const take = createTrackFinder((listed) => found.push(listed));
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    take(Uint8Array.from(bytes.slice(at, at + pieceBytes)));
  }
  return found;
}

describe('createTrackFinder', () => {
  it.each([
    ['H.264 and AAC', [0x0f, 0x1b], true, true],
    ['MPEG-2, which no browser shows', [0x02, 0x03], true, true],
    ['HEVC alone', [0x24], true, false],
    ['H.264 with marks of advertisements, metadata and PGS', [0x1b, 0x86, 0x15, 0x90], true, false],
    ['H.264 and private data that may be AC-3', [0x1b, 0x06], true, true],
    ['H.264 and a type that nobody knows', [0x1b, 0xf7], true, true],
    ['a radio', [0x0f], false, true],
    ['a radio with two languages and private data', [0x03, 0x04, 0x06], false, true],
    ['no stream', [], false, false],
  ])('finds whether a stream of %s contains video and sound', (_what, types, hasVideo, hasSound) => {
    expect(find([...pat(), ...pmt(types), ...media])).toEqual([{ hasVideo, hasSound }]);
  });

  it.each([
    ['teletext', 0x56, false],
    ['DVB subtitles', 0x59, false],
    ['AC-3', 0x6a, true],
  ])('takes private data with the descriptor of %s for what they are', (_what, tag, hasSound) => {
    const tracks = [0x1b, 0xe1, 0, 0xf0, 0, 0x06, 0xe1, 1, 0xf0, 3, tag, 1, 0];
    const table1 = table(0x1000, [0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...tracks]);
    expect(find([...pat(), ...table1, ...media])).toEqual([{ hasVideo: true, hasSound }]);
  });

  it('reads the sound that a long table lists in its second packet', () => {
    const video = [0x1b, 0xe1, 0, 0xf0, 160, 0x52, 158, ...Array<number>(158).fill(0)];
    const fields = [0, 1, 0xc1, 0, 0, 0xe1, 0, 0xf0, 0, ...video, 0x0f, 0xe1, 1, 0xf0, 0];
    const length = fields.length + 4;
    const section = [0, 2, 0xb0 | (length >> 8), length & 0xff, ...fields, 0, 0, 0, 0];
    const first = [0x47, 0x50, 0, 0x10, ...section].slice(0, packetBytes);
    const rest = section.slice(packetBytes - 4);
    const second = [0x47, 0x10, 0, 0x11, ...rest, ...Array<number>(packetBytes - 4 - rest.length).fill(0xff)];
    expect(find([...pat(), ...first, ...media])).toEqual([]);
    expect(find([...pat(), ...first, ...media, ...second])).toEqual([{ hasVideo: true, hasSound: true }]);
  });

  it('reads tables that arrive in pieces, late, after an incomplete packet and behind stuffing', () => {
    const stream = [
      ...media.slice(100),
      ...media,
      ...media,
      ...pat(),
      ...media,
      ...pmt([0x0f], { stuffing: 20 }),
      ...media,
    ];
    for (const pieceBytes of [1, 100, 188, 1_000])
      expect(find(stream, pieceBytes)).toEqual([{ hasVideo: false, hasSound: true }]);
  });

  it('waits for the tables, and expects video and sound if they do not come', () => {
    expect(find([...media, ...media, ...pat(), ...media])).toEqual([]);
    expect(find([...pmt([0x0f]), ...media])).toEqual([]);
    const many = Array.from({ length: 2_000 }, () => media).flat();
    expect(find(many, 10_000)).toEqual([{ hasVideo: true, hasSound: true }]);
    expect(find(Array<number>(400_000).fill(7), 100_000)).toEqual([{ hasVideo: true, hasSound: true }]);
  });
});
