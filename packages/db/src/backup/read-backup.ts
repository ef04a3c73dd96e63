import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import {
  decodeFrames,
  magicLine,
  readHeader,
  readSignature,
  readTableEnd,
  trailerLength,
  trailerOf,
  type BackupHeader,
  type BackupTable,
} from './backup-format.ts';
import type { BackupSignature } from './backup-signature.ts';
import { countLineFeeds } from './write-backup.ts';

/**
 * How many times its own size a backup file may unpack to. Rows of a catalogue unpack to about ten times their
 * compressed size, so a file beyond this limit was made to fill a disk.
 */
const maxRatio = 200;
/**
 * Bytes that every backup file may unpack to in addition to `maxRatio` times its own size: a small backup may hold a
 * table of nearly equal rows, which compresses extremely well.
 */
const unpackedAllowanceBytes = 16 * 1_048_576;

/**
 * One part of a backup, as reading it yields them: the header, then the rows and the end of each table, then the file's
 * end.
 */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'rows'; table: BackupTable; bytes: Buffer }
  | { kind: 'table-end'; table: BackupTable }
  /**
   * The end of a backup file. `digest` is what the signature signs; `signature` is absent in backups of older versions.
   */
  | { kind: 'end'; digest: Buffer; signature: BackupSignature | undefined };

/**
 * Reads a backup file to its end in constant memory. Whether the file is complete is known only after the last part has
 * been read, because its checksum stands at the end.
 *
 * @throws {BackupError} `foreign`, `damaged` or `version`
 */
export async function* readBackup(path: string): AsyncGenerator<BackupPart> {
  const { start, end, trailer } = await findStream(path);
  const hash = createHash('sha256').update(magicLine);
  async function* hashed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const gunzip = createGunzip();
  // An error of the pipeline (file, gunzip, size limit) also ends the iteration over its output, which throws the
  // error.
  const unpackedLimitBytes = unpackedAllowanceBytes + maxRatio * (end - start);
  async function* bounded(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let unpackedBytes = 0;
    for await (const chunk of source) {
      unpackedBytes += chunk.length;
      if (unpackedBytes > unpackedLimitBytes) throw new BackupError('damaged');
      yield chunk;
    }
  }
  const bytes = pipeline(createReadStream(path, { start, end }), hashed, gunzip, () => {});
  try {
    yield* readParts(decodeFrames(bounded(bytes)));
  } catch (error) {
    throw error instanceof Error && 'code' in error && /^Z_|^ERR_STREAM_PREMATURE/.test(String(error.code))
      ? new BackupError('damaged', { cause: error })
      : error;
  } finally {
    bytes.destroy();
  }
  if (!trailerOf(hash.digest('hex')).equals(trailer)) throw new BackupError('damaged');
}

/**
 * Reads only the header of a backup file; the rows are not verified.
 * @throws {BackupError} when the file does not begin like a backup that this version can read
 */
export async function readBackupHeader(path: string): Promise<BackupHeader> {
  for await (const part of readBackup(path)) if (part.kind === 'header') return part.header;
  throw new BackupError('damaged');
}

/**
 * Reads a backup file to its end, which verifies that it is complete and unchanged, and returns its header.
 * @throws {BackupError} when it is not
 */
export async function verifyBackup(path: string): Promise<BackupHeader> {
  let header: BackupHeader | undefined;
  for await (const part of readBackup(path)) if (part.kind === 'header') ({ header } = part);
  if (header === undefined) throw new BackupError('damaged');
  return header;
}

async function findStream(path: string): Promise<{ start: number; end: number; trailer: Buffer }> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const magic = await readAt(file, 0, magicLine.length);
    if (!magic.equals(magicLine)) {
      // The file's first line names another version of the backup format, is truncated, or belongs to another program's
      // file.
      if (/^butaca-backup \d+\n/.test(magic.toString('latin1'))) throw new BackupError('version');
      const isCutShort = magic.length > 0 && magicLine.subarray(0, magic.length).equals(magic);
      throw new BackupError(isCutShort ? 'damaged' : 'foreign');
    }
    if (size <= magicLine.length + trailerLength) throw new BackupError('damaged');
    const trailer = await readAt(file, size - trailerLength, trailerLength);
    return { start: magicLine.length, end: size - trailerLength - 1, trailer };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function* readParts(frames: ReturnType<typeof decodeFrames>): AsyncGenerator<BackupPart> {
  const first = await frames.next();
  if (first.done === true || first.value.kind !== 'H') throw new BackupError('damaged');
  const header = readHeader(first.value.payload);
  const digest = createHash('sha256').update(first.value.payload);
  yield { kind: 'header', header };
  for (const table of header.tables) yield* readTable(frames, table, digest);
  const last = await frames.next();
  if (last.done === true || last.value.kind !== 'Z') throw new BackupError('damaged');
  const signature = readSignature(last.value.payload);
  if (signature?.installation !== header.installation) throw new BackupError('damaged');
  if ((await frames.next()).done !== true) throw new BackupError('damaged');
  yield { kind: 'end', digest: digest.digest(), signature };
}

async function* readTable(
  frames: ReturnType<typeof decodeFrames>,
  table: BackupTable,
  digest: Hash,
): AsyncGenerator<BackupPart> {
  const hash = createHash('sha256');
  let rows = 0;
  for (;;) {
    const next = await frames.next();
    if (next.done === true) throw new BackupError('damaged');
    const { kind, payload } = next.value;
    if (kind === 'D') {
      hash.update(payload);
      rows += countLineFeeds(payload);
      yield { kind: 'rows', table, bytes: payload };
      continue;
    }
    const end = kind === 'E' ? readTableEnd(payload) : undefined;
    if (end === undefined || end.sha256 !== hash.digest('hex')) throw new BackupError('damaged');
    if (end.rows !== rows || table.rows !== rows) throw new BackupError('damaged');
    digest.update(payload);
    yield { kind: 'table-end', table };
    return;
  }
}
