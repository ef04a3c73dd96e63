import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { GuideRefusedError, type GuideLimits } from './guide.ts';
import { readGuide } from './read-guide.ts';

const guide = `<tv><channel id="a"><display-name>Uno</display-name></channel><programme start="20261130070000 +0000" stop="20261130080000 +0000" channel="a"><title>Hola</title></programme></tv>`;
/** The guide above, packed by `xz -0`. */
const xzGuide = Buffer.from(
  '/Td6WFoAAATm1rRGAgAhAQwAAACPmEGc4ACxAHVdAB4dCsPg978Q0cKXeF9mNFdVXlWe/frT18jHuq9/hyEf2rddclmN0Jjm/6Ovaqxa23cBnFQbBinDL/l3lH7VaJs7zg2I2XbGtUAfofq7VGZcPC0RTrcOxcxjXPzrrkVKOYZBWa1x1jKUs4KJXQrSIeJ/WBOBAAAAAAAjqorVzJMv/wABkQGyAQAArdS2nrHEZ/sCAAAAAARZWg==',
  'base64',
);
/** A guide of many programmes whose texts are all different, so that packing leaves much of it. */
const longGuide = `<tv>${Array.from(
  { length: 20_000 },
  (_none, index) =>
    `<programme start="20261130070000 +0000" channel="a"><title>${(index * 2_654_435_761) % 4_294_967_296}</title></programme>`,
).join('')}</tv>`;

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

interface Tried {
  pieceBytes?: number;
  limits?: Partial<GuideLimits>;
}

async function read(file: Uint8Array, { pieceBytes = 65_536, limits = {} }: Tried = {}) {
  let kept = 0;
  const reading = await readGuide(inPieces(file, pieceBytes), {
    zone: 'UTC',
    fromMs: 0,
    toMs: Date.UTC(2027, 0),
    chooseChannels: async (channels) => new Set(channels.map(({ id }) => id)),
    onProgrammes: async (batch) => {
      kept += batch.length;
    },
    limits,
  });
  return { reading, kept };
}

const refusal = async (...given: Parameters<typeof read>): Promise<string> => {
  const error: unknown = await read(...given).catch((thrown: unknown) => thrown);
  if (!(error instanceof GuideRefusedError)) throw new Error(`not refused: ${String(error)}`);
  return error.reason;
};

interface ZippedFile {
  name: string;
  content: string;
  /** 8: deflated · 0: stored. */
  method?: number;
  flags?: number;
}

/** A zip of these files with an empty directory. With the flag 8, sizes are not in the headers. */
function zip(...files: readonly ZippedFile[]): Buffer {
  const parts = files.flatMap(({ name, content, method = 8, flags = 0 }) => {
    const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
    const isSizeKnown = (flags & 8) === 0;
    const header = Buffer.alloc(30);
    header.writeUInt32LE(0x04034b50, 0);
    header.writeUInt16LE(flags, 6);
    header.writeUInt16LE(method, 8);
    header.writeUInt32LE(isSizeKnown ? packed.length : 0, 18);
    header.writeUInt16LE(name.length, 26);
    header.writeUInt16LE(4, 28);
    return [
      header,
      Buffer.from(name),
      Buffer.alloc(4),
      packed,
      Buffer.from(isSizeKnown ? '' : 'PK\u0007\u0008sizes'),
    ];
  });
  return Buffer.concat([...parts, Buffer.from('PK\u0001\u0002'), Buffer.alloc(60)]);
}

describe('a packed guide is read', () => {
  it.each([
    ['gzip', gzipSync(guide)],
    ['gzip of two members', Buffer.concat([gzipSync(guide.slice(0, 50)), gzipSync(guide.slice(50))])],
    ['xz', xzGuide],
    ['a zip', zip({ name: 'guide.xml', content: guide })],
    ['a zip without sizes in its headers', zip({ name: 'guide.xml', content: guide, flags: 8 })],
    ['a zip that does not compress', zip({ name: 'guide.xml', content: guide, method: 0 })],
    [
      'a zip with other files before and after it',
      zip(
        { name: 'epg/', content: '', method: 0 },
        { name: '__MACOSX/._guide.xml', content: 'x' },
        { name: 'LEEME.txt', content: 'Hola' },
        { name: 'epg/guide', content: guide },
        { name: 'b.xml', content: '<tv>' },
      ),
    ],
  ])('from %s, in pieces of any size', async (_what, file) => {
    for (const pieceBytes of [1, 7, 65_536]) {
      const { reading, kept } = await read(file, { pieceBytes });
      expect(reading).toMatchObject({ ending: 'whole', channels: 1, bytes: guide.length });
      expect(kept).toBe(1);
    }
  });
});

describe('a packed guide that is not whole', () => {
  const packed = gzipSync(longGuide);
  const inZip = zip({ name: 'guide.xml', content: longGuide });

  it.each([
    ['gzip that ends too early', packed.subarray(0, packed.length / 2)],
    ['zip that ends too early', inZip.subarray(0, inZip.length / 2)],
    ['gzip with damage in the middle', damage(packed)],
    ['zip with damage in the middle', damage(inZip)],
  ])('gives what is whole of it: a %s', async (_what, file) => {
    const { reading, kept } = await read(file, { pieceBytes: 4_096 });
    expect(reading.ending).toBe('truncated');
    expect(kept).toBeGreaterThan(1_000);
    expect(kept).toBeLessThan(20_000);
  });

  it('whose sum is wrong is said not to be whole', async () => {
    const wrong = Buffer.from(packed);
    wrong.writeUInt32LE(1, wrong.length - 8);
    expect((await read(wrong)).reading.ending).toBe('truncated');
  });

  it('is refused where nothing of it can be unpacked', async () => {
    const wrong = gzipSync(guide);
    wrong.fill(0xff, 10);
    expect(await refusal(wrong)).toBe('damaged_packing');
    expect(await refusal(xzGuide.subarray(0, 40))).toBe('damaged_packing');
    expect(await refusal(inZip.subarray(0, 20))).toBe('damaged_packing');
  });
});

describe('a packed file is refused', () => {
  it.each([
    ['of 7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
    ['of RAR', Buffer.from('Rar!\u001a\u0007\u0001\u0000', 'latin1')],
    ['of bzip2', Buffer.from('BZh91AY&SY')],
    ['of Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0])],
    ['that is a zip without files', Buffer.from('PK\u0005\u0006' + '\0'.repeat(18), 'latin1')],
    ['that is a zip with a password', zip({ name: 'guide.xml', content: guide, flags: 1 })],
    ['that is a zip of pictures', zip({ name: '1.png', content: 'x' })],
    ['inside of a packed file', gzipSync(gzipSync(guide))],
  ])('%s', async (_what, file) => {
    expect(await refusal(file)).toBe('packing');
  });

  it('that unpacks to too many times its size, soon after that is so', async () => {
    const bomb = gzipSync(Buffer.concat([Buffer.from('<tv>'), Buffer.alloc(20_000_000, ' ')]));
    expect(await refusal(bomb)).toBe('bomb');
    expect(await refusal(bomb, { limits: { bytes: 1_000_000 } })).toBe('too_large');
  });

  it('that unpacks to what is no guide', async () => {
    expect(await refusal(gzipSync('<html><body>403</body></html>'))).toBe('web_page');
    expect(await refusal(gzipSync(''))).toBe('empty');
  });
});

it('unpacks two files of xz at the same time, and one after another was given up', async () => {
  const [one, other] = await Promise.all([
    read(xzGuide, { pieceBytes: 1 }),
    read(xzGuide, { pieceBytes: 1 }),
  ]);
  expect([one.kept, other.kept]).toEqual([1, 1]);
  expect(await refusal(xzGuide, { limits: { bytes: 10 } })).toBe('too_large');
  expect((await read(xzGuide)).kept).toBe(1);
});

function damage(file: Buffer): Buffer {
  const damaged = Buffer.from(file);
  const from = Math.floor(damaged.length / 2);
  return damaged.fill(0xff, from, from + 200);
}
