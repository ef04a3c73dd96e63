/**
 * Reads the file of a list, which may be compressed as gzip or zip; its first bytes say so, not its name. What is unpacked
 * is read as it comes and written nowhere.
 *
 * Of a zip, all files are read that begin as a list does, one after the other, in the order of its directory; other
 * files are passed over, and names are not looked at. A bomb is stopped by the size of what is unpacked, by its ratio to
 * what is packed, and by the number of files. A compressed file inside of a compressed file is not read.
 */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { packingOf, readList, recogniseForm, type PlaylistItem } from '@butaca/m3u';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { AppError } from '../../../../platform/http/app-error.ts';

/** A list that was received completely into a file. */
export interface ListFile {
  path: string;
  /** The most bytes that the list may have when it is unpacked. */
  limitBytes: number;
  /** Called with the size of each part of the file that has been read. */
  onBytes(bytes: number): void;
}

type Refusal = Extract<PlaylistItem, { type: 'refusal' }>;

/** Real lists become up to fifty times smaller by packing; a bomb, a thousand times. */
const maxRatio = 300;
/** Up to this many unpacked bytes, {@link maxRatio} is not checked, because short texts of one letter pack better. */
const freeBytes = 16 * 1_048_576;
const maxZipEntries = 1_000;
const unpackedChunkBytes = 65_536;
/** How many bytes of a file in a zip are looked at to find out whether it is a list. */
const headBytes = 4_096;

/** @throws AppError `list.packed_…` when the file cannot be unpacked */
export async function* readListFile(file: ListFile): AsyncGenerator<PlaylistItem[]> {
  const packing = packingOf(await readStart(file.path));
  if (packing === 'other') throw new AppError('list.packed_other');
  if (packing === 'zip') yield* readZip(file);
  else if (packing === 'gzip') yield* readList(unpackGzip(file));
  else yield* readList(readBytes(file));
}

/** Reads the bytes of a file as they are. */
export async function* readBytes({ path, onBytes }: ListFile): AsyncGenerator<Buffer> {
  for await (const piece of createReadStream(path)) {
    onBytes((piece as Buffer).length);
    yield piece as Buffer;
  }
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0);
  return buffer.subarray(0, bytesRead);
}

async function* unpackGzip(file: ListFile): AsyncGenerator<Buffer> {
  const check = createSizeCheck(file.limitBytes);
  const packed = createReadStream(file.path);
  packed.on('data', (piece) => {
    file.onBytes(piece.length);
    check.packed(piece.length);
  });
  yield* checked(
    pipeline(packed, createGunzip({ chunkSize: unpackedChunkBytes }), () => undefined),
    check,
  );
}

async function* readZip(file: ListFile): AsyncGenerator<PlaylistItem[]> {
  const zip = await openZip(file.path);
  const directory = zip.eachEntry();
  const check = createSizeCheck(file.limitBytes);
  // The sizes of packed files that a zip states may be wrong; the size of the zip is not.
  check.packed(zip.fileSize);
  let readBytes = 0;
  let hasPacked = false;
  let hasEntries = false;
  /** Why a file of the zip has no entries; «only for a receiver» says more than «empty». */
  let refusal: Refusal | undefined;
  try {
    if (zip.entryCount > maxZipEntries) throw new AppError('list.packed_too_large');
    for (;;) {
      const entry = await nextEntry(directory);
      if (entry === undefined) break;
      if (entry.uncompressedSize === 0) continue;
      const chunks = unpackEntry(zip, entry, check);
      const head = await readHead(chunks);
      const { form, isSure } = recogniseForm(head);
      if (isSure)
        for await (const items of readList(joined(head, chunks))) {
          const last = items.at(-1);
          // The other files of the zip may be lists with entries.
          if (last?.type === 'refusal' && (last.reason === 'empty' || last.reason === 'receiver')) {
            items.pop();
            if (refusal?.reason !== 'receiver') refusal = last;
          }
          hasEntries ||= items.some(({ type }) => type === 'entry');
          yield items;
        }
      else await chunks.return(undefined);
      hasPacked ||= form === 'packed';
      const packedBytes = Math.min(entry.compressedSize, zip.fileSize - readBytes);
      readBytes += packedBytes;
      file.onBytes(packedBytes);
    }
  } finally {
    zip.close();
  }
  if (hasEntries) return;
  if (refusal !== undefined) yield [refusal];
  else throw new AppError(hasPacked ? 'list.packed_twice' : 'list.packed_without_list');
}

/** Opens a zip. The names of its files are not decoded, because they are not used. */
async function openZip(path: string): Promise<ZipFile> {
  try {
    return await openPromise(path, { decodeStrings: false });
  } catch (error) {
    throw unreadable(error);
  }
}

async function nextEntry(directory: AsyncIterator<Entry>): Promise<Entry | undefined> {
  try {
    const next = await directory.next();
    return next.done === true ? undefined : next.value;
  } catch (error) {
    throw unreadable(error);
  }
}

async function* unpackEntry(zip: ZipFile, entry: Entry, check: SizeCheck): AsyncGenerator<Buffer> {
  let stream: Readable;
  try {
    stream = await zip.openReadStreamPromise(entry);
  } catch (error) {
    throw unreadable(error);
  }
  yield* checked(stream, check);
}

/** Counts what is unpacked. */
interface SizeCheck {
  packed(bytes: number): void;
  /** @throws AppError `list.packed_too_large` */
  unpacked(bytes: number): void;
}

function createSizeCheck(limitBytes: number): SizeCheck {
  let packedBytes = 0;
  let unpackedBytes = 0;
  return {
    packed(bytes) {
      packedBytes += bytes;
    },
    unpacked(bytes) {
      unpackedBytes += bytes;
      const isBomb = unpackedBytes > freeBytes && unpackedBytes > maxRatio * packedBytes;
      if (isBomb || unpackedBytes > limitBytes) throw new AppError('list.packed_too_large');
    },
  };
}

/** Passes on what is unpacked, within its limits. */
async function* checked(stream: Readable, check: SizeCheck): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      const next = await pieces.next().catch((error: unknown) => {
        throw unreadable(error);
      });
      if (next.done === true) return;
      check.unpacked(next.value.length);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

/** A fault of the disk or of this product is no fault of the list. */
function unreadable(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isOfDisk = /^E[A-Z]/.test(code) && !code.startsWith('ERR_');
  return isOfDisk ? error : new AppError('list.packed_unreadable', { cause: error });
}

/** Reads the beginning of what is unpacked, and at least what of it comes at once. */
async function readHead(chunks: AsyncGenerator<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  while (length < headBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(parts);
}

async function* joined(head: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}
