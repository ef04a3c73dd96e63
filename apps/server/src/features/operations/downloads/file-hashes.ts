import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

interface HashedFile {
  sizeBytes: number;
  modifiedMs: number;
  /** `null` while the file is being read, and for one that cannot be read. */
  sha256: string | null;
}

type FileFacts = Pick<Stats, 'size' | 'mtimeMs'>;

/**
 * The SHA-256 of files, each computed once for a size and a time of modification. Files are read one after the other, in
 * constant memory. Disposing of it ends the reading.
 *
 * @param openFile - opens a file by its name; `undefined` if it is gone or cannot be read
 */
export function createFileHashes(openFile: (name: string) => Promise<FileHandle | undefined>) {
  const known = new Map<string, HashedFile>();
  const stopping = new AbortController();
  let reading: Promise<void> = Promise.resolve();

  const isOf = (hashed: HashedFile | undefined, { size, mtimeMs }: FileFacts): hashed is HashedFile =>
    hashed?.sizeBytes === size && hashed.modifiedMs === mtimeMs;

  async function hash(name: string, hashed: HashedFile): Promise<void> {
    // The file may have been changed or deleted while others were read; its newer state has its own turn.
    if (stopping.signal.aborted || known.get(name) !== hashed) return;
    const file = await openFile(name);
    if (file === undefined) return;
    try {
      const sum = createHash('sha256');
      const bytes: AsyncIterable<Buffer> = file.createReadStream({
        autoClose: false,
        signal: stopping.signal,
      });
      for await (const chunk of bytes) sum.update(chunk);
      // A file that was written while it was read has another time now, so its hash is computed again for the next list.
      if (isOf(hashed, await file.stat())) hashed.sha256 = sum.digest('hex');
    } finally {
      await file.close();
    }
  }

  return {
    /** Computes the hashes of new and changed files, and forgets those of files that are not given. */
    hashAll(files: readonly { name: string; stats: FileFacts }[]): Promise<void> {
      const names = new Set(files.map(({ name }) => name));
      for (const name of known.keys()) if (!names.has(name)) known.delete(name);
      for (const { name, stats } of files) {
        if (isOf(known.get(name), stats)) continue;
        const hashed = { sizeBytes: stats.size, modifiedMs: stats.mtimeMs, sha256: null };
        known.set(name, hashed);
        reading = reading
          .then(() => hash(name, hashed))
          // A file that cannot be read to its end is listed without a hash.
          .catch(() => undefined);
      }
      return reading;
    },

    /** The hash of a file with these facts; `null` if it is not known. */
    find(name: string, stats: FileFacts): string | null {
      const hashed = known.get(name);
      return isOf(hashed, stats) ? hashed.sha256 : null;
    },

    async [Symbol.asyncDispose](): Promise<void> {
      stopping.abort();
      await reading;
    },
  };
}
