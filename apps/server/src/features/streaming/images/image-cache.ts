/*
 * Caches converted images on disk. A file is written under a temporary name and then renamed, so after a crash it is
 * complete or absent; damage by a power cut is detected by the file length in the WebP header. Every read opens the
 * file, so the index in memory need not be complete: it serves only to track sizes and evict the least recently used
 * files. After the start it is rebuilt from the folder in the order of the files' access times, which reads update at
 * most once an hour.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Log } from '../../../platform/log.ts';
import { systemClock, type Clock } from '../../../platform/clock.ts';

export interface CachedImage {
  bytes: Buffer;
  /** When the image was converted, as the file's time of modification. */
  madeAtMs: number;
}

export interface ImageCache extends AsyncDisposable {
  /**
   * Reads an image from the cache; returns `undefined` when none is cached. A damaged file is removed and counts as
   * absent.
   */
  read(key: string): Promise<CachedImage | undefined>;
  /** A failure to write, such as a full disk, is only logged, because the image can still be served. */
  write(key: string, bytes: Buffer): Promise<void>;
}

const fileForm = /^([0-9a-f]{64})\.webp$/;
const leftoverForm = /\.new$/;
/**
 * A temporary file of the image cache older than this, in ms, was left behind by a crash: no process is still writing
 * it.
 */
const leftoverMs = 60_000;
const touchEveryMs = 3_600_000;
/** The size of a disk block; the size of a cached image is counted in whole blocks. */
const blockBytes = 4_096;
const headLength = 12;

/** @param maxBytes - the size limit on disk, beyond which the least recently used images are evicted */
export function openImageCache(
  dir: string,
  maxBytes: number,
  log: Log,
  clock: Pick<Clock, 'now'> = systemClock,
): ImageCache {
  const pathOf = (key: string) => join(dir, `${key}.webp`);
  const removals = new Set<Promise<void>>();
  const index = new LRUCache<string, { usedAtMs: number }>({
    maxSize: maxBytes,
    dispose(_value, key, reason) {
      if (reason === 'evict') void drop(pathOf(key));
    },
  });
  let isClosed = false;
  const scanned = scan().catch((error: unknown) => log.warn({ err: error }, 'images on disk not read'));

  function drop(path: string): Promise<void> {
    const removal = rm(path, { force: true })
      .catch((error: unknown) => log.warn({ err: error }, 'image not removed'))
      .finally(() => removals.delete(removal));
    removals.add(removal);
    return removal;
  }

  async function scan(): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const found: { key: string; usedAtMs: number; size: number }[] = [];
    for (const name of await readdir(dir)) {
      if (isClosed) return;
      const [, key] = fileForm.exec(name) ?? [];
      if (key === undefined) await dropLeftover(name);
      else {
        // When the image cache is indexed, its files are not opened, because on some file systems that would change
        // their access time.
        const entry = await stat(join(dir, name)).catch(() => undefined);
        if (entry !== undefined) found.push({ key, usedAtMs: entry.atimeMs, size: entry.size });
      }
    }
    found.sort((one, other) => one.usedAtMs - other.usedAtMs);
    for (const { key, usedAtMs, size } of found) {
      if (!index.has(key)) index.set(key, { usedAtMs }, { size: onDisk(size) });
    }
  }

  async function dropLeftover(name: string): Promise<void> {
    if (!leftoverForm.test(name)) return;
    const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: clock.now().getTime() }));
    // A time that lies far ahead was noted before the clock of the machine was set back.
    if (Math.abs(clock.now().getTime() - mtimeMs) > leftoverMs) await drop(join(dir, name));
  }

  return {
    async read(key) {
      const path = pathOf(key);
      try {
        await using handle = await open(path);
        const { mtime, size } = await handle.stat();
        const bytes = await handle.readFile();
        if (!isWhole(bytes)) {
          index.delete(key);
          // A damaged cache file is removed first, because the image will be written again under the same name.
          await drop(path);
          return undefined;
        }
        const now = clock.now();
        const { usedAtMs = 0 } = index.get(key) ?? {};
        if (Math.abs(now.getTime() - usedAtMs) > touchEveryMs) {
          index.set(key, { usedAtMs: now.getTime() }, { size: onDisk(size) });
          await utimes(path, now, mtime).catch(() => undefined);
        }
        return { bytes, madeAtMs: mtime.getTime() };
      } catch (error) {
        if (!isMissing(error)) log.warn({ err: error }, 'image not read');
        return undefined;
      }
    },
    async write(key, bytes) {
      const first = join(dir, `${key}.${randomUUID()}.new`);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await writeFile(first, bytes, { mode: 0o600 });
        await rename(first, pathOf(key));
        index.set(key, { usedAtMs: clock.now().getTime() }, { size: onDisk(bytes.length) });
      } catch (error) {
        log.warn({ err: error }, 'image not kept');
        await drop(first);
      }
    },
    async [Symbol.asyncDispose]() {
      isClosed = true;
      await scanned;
      await Promise.all(removals);
    },
  };
}

const onDisk = (size: number): number => Math.max(1, Math.ceil(size / blockBytes)) * blockBytes;

/**
 * Whether the bytes are a complete WebP file, judged by the length in its header.
 *
 * @see https://developers.google.com/speed/webp/docs/riff_container#webp_file_header
 */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.length >= headLength &&
    bytes.toString('latin1', 0, 4) === 'RIFF' &&
    bytes.readUInt32LE(4) === bytes.length - 8 &&
    bytes.toString('latin1', 8, 12) === 'WEBP'
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
