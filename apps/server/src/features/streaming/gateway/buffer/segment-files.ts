/*
 * The files of live buffers. All of them together are limited in bytes, and leave room on the disk: where there is less than a tenth of it
 * free, or less than a gigabyte, the oldest files go, and when that is not enough nothing more is kept. A disk that fails ends
 * keeping for a while and never reaches a viewer, who gets what comes in as without a buffer.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm, statfs, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '../../../../platform/clock.ts';
import type { Log } from '../../../../platform/log.ts';
import { onAbort } from '../delivery/send-bytes.ts';
import type { UpstreamAnswer } from '../upstream/upstream-exchange.ts';

/** A complete file of a live buffer. */
export interface KeptFile {
  readonly bytes: number;
  /** Opens the file; `undefined` for one that is not on the disk any more, which is dropped then. */
  read(): Promise<Readable | undefined>;
  drop(): void;
}

export interface SegmentFiles extends AsyncDisposable {
  /** Whether anything more may be kept now. */
  isOpen(): boolean;
  /** Looks at the room on the disk, at most every two seconds, and drops the oldest files where it lacks. */
  makeRoom(): Promise<void>;
  /**
   * Writes the body of an answer into a file.
   *
   * @param onDropped - called when the file is dropped to make room for others
   * @throws Error when the answer breaks off, is too large, or the disk fails
   */
  write(answer: UpstreamAnswer, onDropped: () => void, signal: AbortSignal): Promise<KeptFile>;
  /** How many bytes are kept. */
  bytes(): number;
}

/** How much room the disk of a folder has, in bytes. */
export type ReadRoom = (folder: string) => Promise<{ freeBytes: number; totalBytes: number }>;

export interface FileLimits {
  /** The most bytes of all files together. */
  totalBytes: number;
  /** The most bytes of one file. */
  fileBytes: number;
}

const fileLimits: FileLimits = { totalBytes: 32 * 1024 ** 3, fileBytes: 64 * 1024 ** 2 };

const leastFreeBytes = 1024 ** 3;
/** The share of the disk that stays free. */
const leastFreeShare = 0.1;
const roomEveryMs = 2_000;
/** For how long nothing is kept after the disk has failed, in ms. */
const restMs = 60_000;

/** Reads the room on a disk; endless where the system does not say. */
const readDisk: ReadRoom = async (folder) => {
  const disk = await statfs(folder).catch(() => undefined);
  if (disk === undefined) return { freeBytes: Number.POSITIVE_INFINITY, totalBytes: 0 };
  return { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize };
};

/** How many bytes a disk lacks of what has to stay free. */
const lackingBytes = ({ freeBytes, totalBytes }: Awaited<ReturnType<ReadRoom>>): number =>
  Math.max(leastFreeBytes, totalBytes * leastFreeShare) - freeBytes;

/** Whether the disk of a folder has no room for live buffers. @param folder - one that exists */
export const lacksRoom = async (folder: string): Promise<boolean> => lackingBytes(await readDisk(folder)) > 0;

interface Entry extends KeptFile {
  evict(): void;
}

export function createSegmentFiles(needs: {
  /** The folder of this process, which is made when it is needed and removed with everything in it. */
  folder: string;
  clock: Pick<Clock, 'steadyMs'>;
  log: Log;
  limits?: FileLimits | undefined;
  readRoom?: ReadRoom | undefined;
}): SegmentFiles {
  const { folder, clock, log, limits = fileLimits, readRoom = readDisk } = needs;
  /** The oldest first. */
  const files = new Set<Entry>();
  let totalBytes = 0;
  let made: Promise<unknown> | undefined;
  let lastNumber = 0;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | undefined;
  let isFull = false;
  let restsUntilMs = Number.NEGATIVE_INFINITY;

  function evictOldest(): number {
    const [oldest] = files;
    oldest?.evict();
    return oldest?.bytes ?? 0;
  }

  function rest(error: unknown): void {
    if (restsUntilMs <= clock.steadyMs()) log.warn({ err: error }, 'live buffers cannot be written');
    restsUntilMs = clock.steadyMs() + restMs;
    made = undefined;
  }

  async function look(): Promise<void> {
    made ??= mkdir(folder, { recursive: true, mode: 0o700 });
    await made;
    let bytes = lackingBytes(await readRoom(folder));
    while (bytes > 0 && files.size > 0) bytes -= evictOldest();
    if (bytes > 0 && !isFull) log.warn({ folder }, 'live buffers have no room on the disk');
    isFull = bytes > 0;
  }

  function keep(path: string, bytes: number, onDropped: () => void): KeptFile {
    const entry: Entry = {
      bytes,
      async read() {
        const file = await open(path).catch(() => undefined);
        if (file === undefined) entry.evict();
        return file?.createReadStream();
      },
      drop() {
        if (!files.delete(entry)) return;
        totalBytes -= bytes;
        // Whoever reads the file reads it to its end.
        unlink(path).catch((error: unknown) => {
          if (!isAbsence(error)) log.warn({ err: error }, 'a file of a live buffer stays');
        });
      },
      evict() {
        entry.drop();
        onDropped();
      },
    };
    files.add(entry);
    totalBytes += bytes;
    while (totalBytes > limits.totalBytes && files.size > 1) evictOldest();
    return entry;
  }

  return {
    isOpen: () => !isFull && restsUntilMs <= clock.steadyMs(),
    async makeRoom() {
      if (clock.steadyMs() - lookedAtMs < roomEveryMs) return looking;
      lookedAtMs = clock.steadyMs();
      looking = look().catch(rest);
      return looking;
    },
    async write(answer, onDropped, signal) {
      lastNumber += 1;
      const path = join(folder, String(lastNumber));
      try {
        const to = { path, limitBytes: limits.fileBytes, onDiskFailure: rest };
        return keep(path, await writeBody(answer, to, signal), onDropped);
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    bytes: () => totalBytes,
    async [Symbol.asyncDispose]() {
      files.clear();
      totalBytes = 0;
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) =>
        log.warn({ err: error }, 'the files of live buffers stay'),
      );
    },
  };
}

/** Whether an error says that a file does not exist. */
const isAbsence = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

const left = new Error('the segment is not wanted any more');

/** Writes a body to its end. @returns how many bytes it has @throws Error as `SegmentFiles.write` does */
function writeBody(
  answer: UpstreamAnswer,
  {
    path,
    limitBytes,
    onDiskFailure,
  }: { path: string; limitBytes: number; onDiskFailure(error: unknown): void },
  signal: AbortSignal,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const file = createWriteStream(path, { mode: 0o600 });
    let bytes = 0;
    const fail = (error: Error): void => {
      answer.abort();
      file.destroy();
      reject(error);
    };
    onAbort(signal, () => fail(left));
    file.on('error', (error) => {
      onDiskFailure(error);
      fail(error);
    });
    // The callback of `end` would be called for a failed write too.
    file.on('finish', () => resolve(bytes));
    file.on('drain', () => answer.resume());
    answer.read({
      data(chunk) {
        bytes += chunk.length;
        if (bytes > limitBytes) return fail(new Error('the segment is too large to be kept'));
        if (!file.write(chunk)) answer.pause();
      },
      end: () => file.end(),
      fail,
    });
  });
}
