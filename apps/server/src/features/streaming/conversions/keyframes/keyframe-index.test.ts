import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../../../platform/log.ts';
import { readKeyframeIndex, type KeyframeIndex } from './keyframe-index.ts';
import { createKeyframeIndexReader } from './read-keyframe-index.ts';

const head = { cuesByte: 0, scaleNs: 1_000_000, videoTrack: 1 };

const cuesOf = (content: Uint8Array): KeyframeIndex => {
  const bytes = new Uint8Array(12 + content.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x1c53bb6b);
  view.setBigUint64(4, (1n << 56n) | BigInt(content.length));
  bytes.set(content, 12);
  return { container: 'matroska', bytes, head };
};

const moovOf = (content: Uint8Array): KeyframeIndex => {
  const bytes = new Uint8Array(8 + content.length);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  bytes.set(Buffer.from('moov'), 4);
  bytes.set(content, 8);
  return { container: 'mp4', bytes };
};

/** Repeats a sequence of bytes up to a length. */
const repeat = (unit: Uint8Array, length: number): Uint8Array => Buffer.alloc(length, unit);

/**
 * Generates hostile Matroska elements, most of which claim a wrong size: an element claims, for example, to end far
 * beyond the short element that contains it.
 */
const cueLies = fc
  .array(
    fc.tuple(
      fc.constantFrom('bb', 'b7', 'b3', 'f7', 'ec'),
      fc.constantFrom('80', '81', '84', '88', '3ffffe', '1ffffffe', '01fffffffffffffe', 'ff'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => Buffer.from(parts.flat().join(''), 'hex'));
const boxLies = fc
  .array(
    fc.tuple(
      fc.constantFrom(8, 16, 24, 1_000, 2 ** 31),
      fc.constantFrom('trak', 'mdia', 'minf', 'stbl', 'hdlr'),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) =>
    Buffer.concat(
      parts.map(([size, type]) => {
        const box = Buffer.alloc(8, type, 'latin1');
        box.writeUInt32BE(size);
        return box;
      }),
    ),
  );

/**
 * Counts how often a parser reads from the bytes of a keyframe index: a measure of work that does not depend on the
 * machine's load.
 */
function countReads(index: KeyframeIndex): number {
  let reads = 0;
  const counting = new Proxy(index.bytes, {
    get(bytes, key) {
      reads += 1;
      const value: unknown = Reflect.get(bytes, key, bytes);
      return typeof value === 'function' ? value.bind(bytes) : value;
    },
  });
  const getters = (['getUint8', 'getUint32', 'getBigUint64'] as const).map((name) =>
    vi.spyOn(DataView.prototype, name),
  );
  try {
    readKeyframeIndex(index.container === 'matroska' ? { ...index, bytes: counting } : index);
    return reads + getters.reduce((sum, getter) => sum + getter.mock.calls.length, 0);
  } finally {
    for (const getter of getters) getter.mockRestore();
  }
}

describe('a hostile keyframe index', () => {
  it.each([
    ['Matroska', cueLies, cuesOf],
    ['MP4', boxLies, moovOf],
  ] as const)('in %s with false sizes takes at most linear work for its length', (_name, lies, of) => {
    fc.assert(
      fc.property(lies, (unit) => {
        // The generated keyframe index is cut at a fixed number of bytes, often inside an element. It is so long that
        // the place of this cut hardly changes the number of reads.
        const once = countReads(of(repeat(unit, 10_000)));
        const twice = countReads(of(repeat(unit, 20_000)));
        expect(twice).toBeLessThanOrEqual(2.5 * once + 2_000);
      }),
      { numRuns: 60 },
    );
  });

  it('with more elements than any film has is refused', () => {
    const points = repeat(Buffer.from('bb80', 'hex'), 8_000_000);
    expect(readKeyframeIndex(cuesOf(points))).toBeUndefined();
    const tracks = repeat(Buffer.from('00000008trak', 'latin1'), 8_000_000);
    expect(readKeyframeIndex(moovOf(tracks))).toBeUndefined();
  });

  it('with more keyframes than any film has is refused', () => {
    const point = Buffer.from('bb88b38100b783f78101', 'hex');
    expect(readKeyframeIndex(cuesOf(repeat(point, 100 * point.length)))).toEqual([0]);
    expect(readKeyframeIndex(cuesOf(repeat(point, 200_001 * point.length)))).toBeUndefined();
  });
});

describe('the keyframe index reader', () => {
  const reader = createKeyframeIndexReader(createLog('silent'));
  afterAll(() => reader[Symbol.asyncDispose]());

  it.each([
    ['70 KB', 70_000],
    ['8 MB', 8_000_000],
  ])('lets other work run while it reads %s', async (_size, length) => {
    const index = cuesOf(repeat(Buffer.from('bb84b73ffffe', 'hex'), length));
    let turns = 0;
    const done = new AbortController();
    const reading = reader.read(index).finally(() => done.abort());
    while (!done.signal.aborted) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect(await reading).toBeUndefined();
    // The buffer is empty because it was transferred to the worker thread, so the keyframe index was not parsed on the
    // main thread.
    expect([index.bytes.length, turns > 1]).toEqual([0, true]);
  });

  it('gives the same result for a small index read inline and a large one read in a thread', async () => {
    const point = Buffer.from('bb88b38107b783f78101', 'hex');
    expect(await reader.read(cuesOf(repeat(point, 500)))).toEqual([7]);
    expect(await reader.read(cuesOf(repeat(point, 500_000)))).toEqual([7]);
  });
});
