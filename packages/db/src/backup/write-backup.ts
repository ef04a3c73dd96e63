import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  encodeFrame,
  encodeJson,
  formatVersion,
  frameLimitBytes,
  magicLine,
  trailerOf,
  type BackupHeader,
  type FrameKind,
  type TableEnd,
} from './backup-format.ts';
import { identifier, identifiers, isBackedUp, listMigrations, listTables } from './list-tables.ts';
import { installationOf, readSigningKey, signDigest } from './backup-signature.ts';
import { dropConnection } from '../connection/drop-connection.ts';
import { connectForMaintenance } from '../connection/maintenance-client.ts';
import { nameFile } from './name-file.ts';
import { now } from '../base/clock.ts';

/** The gzip level of backups, a compromise: much faster than the best level (9), for somewhat larger files. */
const gzipLevel = 4;
const lineFeed = 0x0a;

/**
 * Writes a snapshot of all data of a database into a new backup file. Concurrent writers are not blocked, and the
 * memory used does not grow with the data. The file gets its final name only when it is complete and syncedPath to disk.
 *
 * @param path - the backup file, which must not exist; its folder is created
 * @throws any error of the database or the disk, `EEXIST` when another process has added a file with this name meanwhile;
 *   no unfinished file remains then
 */
export async function writeBackup(connectionString: string, path: string): Promise<BackupHeader> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The temporary name contains the id of the writing process, so that other processes of this machine can tell whether
  // the file is still being written or was left behind. A process of another machine may have the same id.
  const partial = `${path}.${randomUUID()}.${process.pid}.partial`;
  const client = await connectForMaintenance(connectionString);
  try {
    const key = await readSigningKey(client);
    const header = { ...(await beginSnapshot(client)), installation: installationOf(key) };
    await pipeline(
      Readable.from(encodeDatabase(client, header, key), { objectMode: false }),
      createGzip({ level: gzipLevel }),
      sign,
      createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
    );
    await client.query('commit');
    await client.end();
    await nameFile(partial, path);
    return header;
  } catch (error) {
    dropConnection(client);
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * Begins the snapshot transaction of a backup. It locks the tables before its first read, because a table that a
 * concurrent restore has emptied would otherwise look empty.
 */
async function beginSnapshot(client: pg.Client): Promise<BackupHeader> {
  const tables = (await listTables(client)).filter(isBackedUp);
  if (tables.length === 0) throw new Error('The database holds no tables of the product');
  await client.query('begin isolation level repeatable read read only');
  await client.query(`lock table ${identifiers(tables.map(({ name }) => name))} in access share mode`);
  const migrations = await listMigrations(client);
  const counted: BackupHeader['tables'] = [];
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ count: number }>(`select count(*) from ${identifier(name)}`);
    counted.push({ name, columns, rows: rows[0]?.count ?? 0 });
  }
  return { format: formatVersion, createdAt: now().toISOString(), migrations, tables: counted };
}

async function* encodeDatabase(
  client: pg.Client,
  header: BackupHeader,
  key: Uint8Array,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const signed = (kind: FrameKind, payload: Buffer): Buffer => {
    digest.update(payload);
    return encodeFrame(kind, payload);
  };
  yield signed('H', encodeJson(header));
  for (const { name, columns, rows } of header.tables) {
    const hash = createHash('sha256');
    let found = 0;
    const stream = client.query(
      copyTo(`copy ${identifier(name)} (${identifiers(columns)}) to stdout (encoding 'UTF8')`),
    );
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk);
      found += countLineFeeds(chunk);
      yield* encodeData(chunk);
    }
    if (found !== rows) throw new Error(`The snapshot of ${name} is not of one moment: ${found} of ${rows}`);
    yield signed('E', encodeJson({ rows, sha256: hash.digest('hex') } satisfies TableEnd));
  }
  yield encodeFrame('Z', encodeJson(signDigest(key, digest.digest())));
}

function* encodeData(chunk: Buffer): Generator<Buffer> {
  for (let from = 0; from < chunk.length; from += frameLimitBytes) {
    yield encodeFrame('D', chunk.subarray(from, from + frameLimitBytes));
  }
}

export function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) count += 1;
  return count;
}

async function* sign(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash: Hash = createHash('sha256').update(magicLine);
  yield magicLine;
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield trailerOf(hash.digest('hex'));
}
