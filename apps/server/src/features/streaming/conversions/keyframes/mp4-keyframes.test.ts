import { describe, expect, it } from 'vitest';
import { findMoov, readMoov, type ReadBytes } from './mp4-keyframes.ts';

const limits = { elements: 1_000, keyframes: 100 };

/** Makes an MP4 box of a type with the given content; a long one states its size in 64 bits. */
function box(type: string, content: readonly Buffer[] | Buffer = [], isLong = false): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content as Buffer[]) : (content as Buffer);
  const head = Buffer.alloc(isLong ? 16 : 8);
  head.writeUInt32BE(isLong ? 1 : body.length + 8);
  head.write(type, 4, 'latin1');
  if (isLong) head.writeBigUInt64BE(BigInt(body.length + 16), 8);
  return Buffer.concat([head, body]);
}

/** Writes numbers as 32 bits each, negative ones in two's complement. */
const words = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries())
    bytes.writeUInt32BE(value < 0 ? 2 ** 32 + value : value, index * 4);
  return bytes;
};

const mdhd = (scale: number, version = 0): Buffer =>
  version === 0 ? box('mdhd', words(0, 0, 0, scale)) : box('mdhd', words(0x0100_0000, 0, 0, 0, 0, scale));
const mvhd = (scale: number): Buffer => box('mvhd', words(0, 0, 0, scale));
const hdlr = (type: string): Buffer => box('hdlr', [words(0, 0), Buffer.from(type, 'latin1')]);
/** Makes an MP4 table of runs (samples that follow each other with equal values): each run's length and value. */
const runs = (type: string, ...pairs: [number, number][]): Buffer =>
  box(type, words(0, pairs.length, ...pairs.flat()));
const stss = (...samples: number[]): Buffer => box('stss', words(0, samples.length, ...samples));

interface Track {
  handler?: string;
  scale?: Buffer;
  tables?: Buffer[];
  edits?: Buffer[];
}

const trak = ({ handler = 'vide', scale = mdhd(1_000), tables = [], edits = [] }: Track): Buffer =>
  box('trak', [...edits, box('mdia', [scale, hdlr(handler), box('minf', [box('stbl', tables)])])]);

/** Builds an MP4 film of one track with a hundred samples of half a second each, and reads its keyframes. */
const read = (track: Track, ...more: Buffer[]) =>
  readMoov(
    box('moov', [...more, trak({ tables: [runs('stts', [100, 500]), stss(1, 5, 11)], ...track })]),
    limits,
  );

describe('the keyframes of an MP4', () => {
  it('are the samples in its sync table, timed by the durations of the samples before them', () => {
    expect(read({})).toEqual([0, 2_000, 5_000]);
    expect(read({ scale: mdhd(500) })).toEqual([0, 4_000, 10_000]);
    expect(read({ scale: mdhd(1_000, 1) })).toEqual([0, 2_000, 5_000]);
  });

  it('follow runs of samples of different durations, and get the end time beyond the last sample', () => {
    const tables = [runs('stts', [2, 1_000], [3, 2_000]), stss(1, 2, 3, 4, 6, 99)];
    expect(read({ tables })).toEqual([0, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it('are shifted by the composition offsets of the file, negative ones included', () => {
    const tables = [runs('stts', [100, 500]), stss(1, 5, 11), runs('ctts', [4, 100], [6, -50])];
    expect(read({ tables })).toEqual([100, 1_950, 5_000]);
  });

  it.each([
    ['begin where the track does', [box('elst', words(0, 1, 9_000, 500, 65_536))], [-500, 1_500, 4_500]],
    [
      'wait for a track that is delayed',
      [box('elst', words(0, 2, 3_000, -1, 0, 9_000, 0, 0))],
      [3_000, 5_000, 8_000],
    ],
    [
      'wait for a track that is nothing but a delay',
      [box('elst', words(0, 1, 3_000, -1, 0))],
      [3_000, 5_000, 8_000],
    ],
    ['are not moved by an empty list', [box('elst', words(0, 0))], [0, 2_000, 5_000]],
    [
      'read times of 64 bits',
      [box('elst', words(0x0100_0000, 1, 0, 9_000, 0, 500, 65_536))],
      [-500, 1_500, 4_500],
    ],
  ])('with an edit list %s', (_what, content, expected) => {
    expect(read({ edits: [box('edts', content)] })).toEqual(expected);
  });

  it('are delayed in the timescale of the film, not of the track', () => {
    const edits = [box('edts', [box('elst', words(0, 1, 3_000, -1, 0))])];
    expect(read({ edits }, mvhd(500))).toEqual([6_000, 8_000, 11_000]);
    expect(read({ edits }, mvhd(0))).toEqual([3_000, 5_000, 8_000]);
  });

  it('come from the video track, wherever it stands', () => {
    const sound = trak({ handler: 'soun', tables: [runs('stts', [9, 1]), stss(1)] });
    expect(read({}, sound, box('trak'), box('free'))).toEqual([0, 2_000, 5_000]);
    expect(read({ handler: 'soun' })).toBeUndefined();
  });

  it.each<[string, Track]>([
    ['no table of keyframes', { tables: [runs('stts', [100, 500])] }],
    ['no table of durations', { tables: [stss(1)] }],
    ['an empty table of keyframes', { tables: [runs('stts', [100, 500]), stss()] }],
    ['no timescale', { scale: box('mdhd', words(0, 0, 0, 0)) }],
    ['no box for its timescale', { scale: box('free') }],
    [
      'more keyframes than the limit',
      { tables: [runs('stts', [1, 1]), stss(...Array.from({ length: 101 }, () => 1))] },
    ],
    [
      'a table that claims more keyframes than it has',
      { tables: [runs('stts', [1, 1]), box('stss', words(0, 50, 1))] },
    ],
    [
      'a table that claims more runs than it has',
      { tables: [box('stts', words(0, 9_999, 1, 1)), stss(500)] },
    ],
  ])('are undefined in a track with %s', (_what, track) => {
    expect(read(track)).toBeUndefined();
  });

  it('are undefined for fewer bytes than a box has, and for more boxes than the limit', () => {
    expect(readMoov(Buffer.alloc(7), limits)).toBeUndefined();
    const moov = box('moov', [...Array.from({ length: 50 }, () => box('free')), trak({})]);
    expect(readMoov(moov, { ...limits, elements: 50 })).toBeUndefined();
  });

  it('are read within the parent box, whatever size a child box claims', () => {
    const tables = [runs('stts', [100, 500]), stss(1, 5)];
    const liar = box('stbl', tables);
    liar.writeUInt32BE(2 ** 31);
    const moov = box('moov', [box('trak', [box('mdia', [mdhd(1_000), hdlr('vide'), box('minf', [liar])])])]);
    expect(readMoov(moov, limits)).toEqual([0, 2_000]);
  });
});

describe('the index of an MP4', () => {
  /** Creates a reader of an MP4 file held in memory, which notes the byte ranges that were requested of it. */
  function fileOf(content: Buffer) {
    const asked: [number, number][] = [];
    const readBytes: ReadBytes = (fromByte, length) => {
      asked.push([fromByte, length]);
      return Promise.resolve(Uint8Array.from(content.subarray(fromByte, fromByte + length)));
    };
    return { asked, readBytes };
  }
  const moov = box('moov', [mvhd(1_000), trak({})]);

  it('is found with a single read when it stands first', async () => {
    const { asked, readBytes } = fileOf(
      Buffer.concat([box('ftyp', words(1, 2)), moov, box('mdat', words(3))]),
    );
    expect(await findMoov(readBytes)).toEqual(Uint8Array.from(moov));
    expect(asked).toHaveLength(1);
  });

  it.each([false, true])(
    'is found behind the media data without reading it; with a 64-bit size: %s',
    async (isLong) => {
      const media = box('mdat', Buffer.alloc(200_000), isLong);
      const { asked, readBytes } = fileOf(Buffer.concat([box('ftyp', words(1, 2)), media, moov]));
      expect(await findMoov(readBytes)).toEqual(Uint8Array.from(moov));
      expect(asked.map(([from]) => from)).toEqual([0, 16 + media.length]);
    },
  );

  it('is fetched with a second read when it is longer than the first', async () => {
    const long = box('moov', [box('free', Buffer.alloc(100_000))]);
    const { asked, readBytes } = fileOf(Buffer.concat([box('ftyp'), long]));
    expect(await findMoov(readBytes)).toHaveLength(long.length);
    expect(asked.at(-1)).toEqual([8, long.length]);
  });

  it.each([
    ['a file that ends before it', box('mdat', words(1))],
    ['an empty file', Buffer.alloc(0)],
    ['a box of no size', Buffer.concat([words(0), Buffer.from('mdat'), words(0, 0), moov])],
    ['a box smaller than its own head', Buffer.concat([words(7), Buffer.from('mdat'), moov])],
    [
      'an index larger than that of any film',
      Buffer.concat([words(2 ** 31), Buffer.from('moov'), words(0, 0)]),
    ],
    ['more boxes than any film has', Buffer.concat([...Array.from({ length: 64 }, () => box('free')), moov])],
  ])('is not found in %s', async (_what, content) => {
    expect(await findMoov(fileOf(content).readBytes)).toBeUndefined();
  });
});
