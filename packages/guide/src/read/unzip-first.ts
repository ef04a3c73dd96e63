/**
 * Unpacks the first guide of a zip while it arrives, by the headers that stand before each file. The directory at the end
 * of a zip is not read, because it comes last; what it says of sizes and places is not needed for one file.
 *
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT section 4.3.7
 */
import type { Duplex } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { GuideRefusedError } from './guide.ts';
import { PackingDamagedError } from './packing-damaged-error.ts';

/** What can be in a zip beside a guide, by the ends of names. */
const besides =
  /(?:^|\/)(?:\.|__MACOSX\/)|\/$|\.(?:txt|nfo|md|url|html?|jpe?g|png|gif|pdf|md5|sha1|sha256|json|m3u8?)$/i;

const fileSignature = 0x04034b50;
const headerBytes = 30;
const unknownSize = 0xffffffff;
/** How many files before the guide are passed over. */
const mostFiles = 100;

/** How bytes are sent through an unpacker, and how many are unpacked at once. */
export interface Unpacking {
  through(bytes: AsyncIterable<Uint8Array>, unpacker: Duplex): AsyncGenerator<Uint8Array>;
  unpackedAtOnce: number;
}

/**
 * @throws GuideRefusedError `packing` when there is no guide in it, or one with a password or packed in a rare way
 * @throws PackingDamagedError
 */
export async function* unzipFirst(
  bytes: AsyncIterable<Uint8Array>,
  { through, unpackedAtOnce }: Unpacking,
): AsyncGenerator<Uint8Array> {
  const cursor = createCursor(bytes);
  try {
    for (let count = 0; count < mostFiles; count += 1) {
      const header = await cursor.take(headerBytes);
      if (header.readUInt32LE(0) !== fileSignature) break;
      const flags = header.readUInt16LE(6);
      const method = header.readUInt16LE(8);
      const size = header.readUInt32LE(18);
      const name = (await cursor.take(header.readUInt16LE(26))).toString('utf8');
      await cursor.take(header.readUInt16LE(28));
      const isSizeKnown = (flags & 0x8) === 0 && size !== unknownSize;
      if (besides.test(name)) {
        if (!isSizeKnown) break;
        for await (const _part of cursor.read(size));
        continue;
      }
      const isEncrypted = (flags & 0x1) !== 0;
      if (isEncrypted || (method !== 8 && !(method === 0 && isSizeKnown))) break;
      if (method === 0) yield* cursor.read(size);
      else {
        const packed = cursor.read(isSizeKnown ? size : Infinity);
        yield* through(packed, createInflateRaw({ chunkSize: unpackedAtOnce }));
      }
      return;
    }
    throw new GuideRefusedError('packing');
  } finally {
    await cursor.close();
  }
}

function createCursor(bytes: AsyncIterable<Uint8Array>) {
  const source = bytes[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);

  async function readMore(): Promise<boolean> {
    const next = await source.next();
    if (next.done === true) return false;
    rest = rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([rest, next.value]);
    return true;
  }

  return {
    /** @throws PackingDamagedError when there are fewer */
    async take(count: number): Promise<Buffer> {
      while (rest.length < count) {
        if (!(await readMore())) throw new PackingDamagedError('the zip ends too early');
      }
      const taken = rest.subarray(0, count);
      rest = rest.subarray(count);
      return taken;
    },
    /** Reads as many bytes. @throws PackingDamagedError when there are fewer, unless all are asked for */
    async *read(count: number): AsyncGenerator<Uint8Array> {
      let left = count;
      while (left > 0) {
        if (rest.length === 0 && !(await readMore())) {
          if (count === Infinity) return;
          throw new PackingDamagedError('the zip ends too early');
        }
        const part = rest.subarray(0, Math.min(left, rest.length));
        rest = rest.subarray(part.length);
        left -= part.length;
        yield part;
      }
    },
    async close(): Promise<void> {
      await source.return?.();
    },
  };
}
