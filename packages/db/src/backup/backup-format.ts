/*
 * The format of a database backup file: a first line that identifies it, a gzip stream, and a last line with the
 * SHA-256 of every byte before it, so that a changed byte or a truncated file is noticed before any content is used.
 * Inside the gzip stream are frames (a letter, a length, and that many bytes): the header `H`; for each table, in the
 * header's order, its rows `D` in the text form of Postgres's COPY and an end `E` with the number of rows and their
 * checksum; and finally `Z` with the signature. Every row ends in a line feed, and COPY escapes line feeds inside
 * values, so rows are counted by their line feeds.
 */
import { BackupError } from './backup-error.ts';
import type { BackupSignature } from './backup-signature.ts';

export const magicLine = Buffer.from('butaca-backup 1\n');
export const formatVersion = 1;
/** The length in bytes of the last line of a backup file: `sha256:`, 64 digits, and a line feed. */
export const trailerLength = 72;
/**
 * The maximum length in bytes of one frame (a letter, a length, and that many bytes) of a backup file; the limit bounds
 * the memory that reading a backup needs.
 */
export const frameLimitBytes = 1_024 * 1_024;

export interface BackupTable {
  name: string;
  columns: string[];
  rows: number;
}

/** The first frame of a backup file: the format version, the applied migrations and the tables that the file holds. */
export interface BackupHeader {
  format: number;
  /** When the backed-up data were read from the database, ISO 8601 in UTC. */
  createdAt: string;
  /** Names of the migrations that were applied to the backed-up database, in order. */
  migrations: string[];
  /**
   * The public name of the installation that claims to have written the backup; only the signature at the file's end
   * proves it. Absent in backups of older versions.
   */
  installation?: string | undefined;
  /**
   * The backed-up tables; each comes after the tables that its foreign keys refer to, so that a restore can fill them
   * in this order.
   */
  tables: BackupTable[];
}

/** The end of one table in a backup file: row count and checksum, by which missing or changed rows are noticed. */
export interface TableEnd {
  rows: number;
  sha256: string;
}

export type FrameKind = 'H' | 'D' | 'E' | 'Z';

export interface Frame {
  kind: string;
  payload: Buffer;
}

const headBytes = 5;

export function encodeFrame(kind: FrameKind, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write(kind, 0, 'latin1');
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

export const encodeJson = (value: object): Buffer => Buffer.from(JSON.stringify(value));

export const trailerOf = (sha256: string): Buffer => Buffer.from(`sha256:${sha256}\n`);

/**
 * Cuts the unpacked bytes of a backup file into frames (a letter, a length, and that many bytes).
 * @throws {BackupError} `damaged` for an impossible length or a truncated frame
 */
export async function* decodeFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = headBytes;
  for await (const chunk of source) {
    held.push(chunk);
    heldBytes += chunk.length;
    if (heldBytes < wanted) continue;
    let bytes = held.length === 1 ? chunk : Buffer.concat(held);
    for (;;) {
      wanted = bytes.length < headBytes ? headBytes : headBytes + bytes.readUInt32BE(1);
      if (wanted > headBytes + frameLimitBytes) throw new BackupError('damaged');
      if (bytes.length < wanted) break;
      yield { kind: bytes.toString('latin1', 0, 1), payload: bytes.subarray(headBytes, wanted) };
      bytes = bytes.subarray(wanted);
    }
    held = bytes.length === 0 ? [] : [bytes];
    heldBytes = bytes.length;
  }
  if (heldBytes > 0) throw new BackupError('damaged');
}

/**
 * Parses the header frame of a backup file.
 *
 * @throws {BackupError} `damaged` when the payload is not a header, `version` when its format is newer than this code
 */
export function readHeader(payload: Buffer): BackupHeader {
  const header = parseJson(payload);
  if (typeof header['format'] === 'number' && header['format'] > formatVersion) {
    throw new BackupError('version');
  }
  const { createdAt, migrations, tables, installation } = header;
  if (typeof createdAt !== 'string' || !isTexts(migrations) || !Array.isArray(tables)) {
    throw new BackupError('damaged');
  }
  if (installation !== undefined && typeof installation !== 'string') throw new BackupError('damaged');
  return { format: formatVersion, createdAt, migrations, installation, tables: tables.map(readTable) };
}

export function readTableEnd(payload: Buffer): TableEnd {
  const { rows, sha256 } = parseJson(payload);
  if (typeof rows !== 'number' || typeof sha256 !== 'string') throw new BackupError('damaged');
  return { rows, sha256 };
}

/**
 * Parses the last frame of a backup file, the signature.
 * @returns `undefined` for the empty last frame of backups that older versions wrote without a signature
 */
export function readSignature(payload: Buffer): BackupSignature | undefined {
  if (payload.length === 0) return undefined;
  const { installation, mac } = parseJson(payload);
  if (typeof installation !== 'string' || typeof mac !== 'string') throw new BackupError('damaged');
  return { installation, mac };
}

function readTable(value: unknown): BackupTable {
  const { name, columns, rows } = asRecord(value);
  if (typeof name !== 'string' || !isTexts(columns) || typeof rows !== 'number') {
    throw new BackupError('damaged');
  }
  return { name, columns, rows };
}

function parseJson(payload: Buffer): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(payload.toString('utf8')));
  } catch (error) {
    throw new BackupError('damaged', { cause: error });
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new BackupError('damaged');
  return value as Record<string, unknown>;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
