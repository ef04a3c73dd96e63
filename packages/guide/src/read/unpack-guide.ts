import { Readable, type Duplex } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { GuideRefusedError } from './guide.ts';
import { PackingDamagedError } from './packing-damaged-error.ts';
import { peekBytes } from './peek-bytes.ts';
import { unzipFirst } from './unzip-first.ts';

type Packing = 'gzip' | 'zip' | 'xz' | 'other';

/** The first bytes of packed files. `other`: 7z, RAR, bzip2, Zstandard and zips without files or in several parts. */
const signatures: readonly (readonly [Packing, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['other', [0x50, 0x4b, 0x05, 0x06]],
  ['other', [0x50, 0x4b, 0x07, 0x08]],
  ['other', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['other', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['other', [0x42, 0x5a, 0x68]],
  ['other', [0x28, 0xb5, 0x2f, 0xfd]],
];

/** How many bytes are unpacked at once, and so how many a bomb is let unpack before it is noticed. */
const unpackedAtOnce = 131_072;
const signatureBytes = 6;

/**
 * Unpacks a file by what its first bytes say: gzip, also of several members, the first guide in a zip, xz. What is not
 * packed is given on unchanged.
 *
 * @throws GuideRefusedError `packing` for what is packed otherwise, and for a packed file inside of a packed file
 * @throws PackingDamagedError
 */
export async function* unpackGuide(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { first, all } = await peekBytes(bytes, signatureBytes);
  const packing = packingOf(first);
  if (packing === undefined) {
    yield* all;
    return;
  }
  if (packing === 'other') {
    await all.return(undefined);
    throw new GuideRefusedError('packing');
  }
  const inner = await peekBytes(unpackers[packing](all), signatureBytes);
  if (packingOf(inner.first) !== undefined) {
    await inner.all.return(undefined);
    throw new GuideRefusedError('packing');
  }
  yield* inner.all;
}

function packingOf(first: Uint8Array): Packing | undefined {
  return signatures.find(([, signature]) => signature.every((byte, index) => first[index] === byte))?.[0];
}

const unpackers = { gzip: gunzip, zip: unzip, xz: unpackXz } as const;

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Flushed so, the end of a truncated file is given on instead of being lost; the guide's own end is then missing.
  yield* through(bytes, createGunzip({ chunkSize: unpackedAtOnce, finishFlush: constants.Z_SYNC_FLUSH }));
}

async function* unzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* unzipFirst(bytes, { through, unpackedAtOnce });
}

async function* unpackXz(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  // Loaded only when it is needed, because it brings a program in WebAssembly. It refuses dictionaries over 64 MiB.
  const { XzReadableStream } = (await import('xz-decompress')).default;
  let sourceError: unknown;
  const source = Readable.from(rememberError(bytes, (error) => (sourceError = error)));
  const reader = new XzReadableStream(Readable.toWeb(source) as ReadableStream<Uint8Array>).getReader();
  let isDone = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    isDone = true;
  } catch (error) {
    isDone = true;
    if (sourceError !== undefined) throw sourceError;
    throw new PackingDamagedError('the xz file is damaged', { cause: error });
  } finally {
    if (!isDone) await reader.cancel();
    source.destroy();
  }
}

/** Sends bytes through a stream that unpacks them. */
async function* through(bytes: AsyncIterable<Uint8Array>, unpacker: Duplex): AsyncGenerator<Uint8Array> {
  let sourceError: unknown;
  const source = Readable.from(bytes);
  source.on('error', (error: unknown) => {
    sourceError = error;
    unpacker.destroy();
  });
  try {
    for await (const chunk of source.pipe(unpacker)) yield chunk as Uint8Array;
  } catch (error) {
    if (sourceError !== undefined) throw sourceError;
    throw new PackingDamagedError('the packed file is damaged', { cause: error });
  } finally {
    source.destroy();
    unpacker.destroy();
  }
}

async function* rememberError(
  bytes: AsyncIterable<Uint8Array>,
  remember: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    remember(error);
    throw error;
  }
}
