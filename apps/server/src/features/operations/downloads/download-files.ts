import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadKindOf, downloadKinds, type Download } from '@butaca/contract';
import { inTime } from '../../../platform/async/deadline.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { createFileHashes } from './file-hashes.ts';

/** The most files that are offered; further ones, in the order of their names, are left out. */
const downloadsLimit = 100;

/** How long the list waits for the hashes of new files, in ms; a file whose hash is not ready is listed without it. */
const hashesWithinMs = 1_000;

/** Whether something is a regular file with one name only. */
const isOwnFile = (stats: Stats): boolean => stats.isFile() && stats.nlink === 1;

interface FoundFile {
  name: string;
  stats: Stats;
}

/**
 * The files that the operator offers: the regular files of one folder that have a name of the contract, never what a
 * symbolic link points to, nor a file that has a name elsewhere too: a hard link may be one to a secret of the server.
 */
export function createDownloadFiles(dir: string) {
  const hashes = createFileHashes(openFile);

  /** Opens a regular file of the folder for reading; `undefined` for what is missing or is no regular file. */
  async function openFile(name: string): Promise<FileHandle | undefined> {
    // Windows has none of these two flags. Elsewhere they refuse a symbolic link, and keep a named pipe from blocking.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    const file = await open(join(dir, name), flags).catch(() => undefined);
    if (file === undefined || isOwnFile(await file.stat())) return file;
    await file.close();
    return undefined;
  }

  async function findFiles(): Promise<FoundFile[]> {
    const names = await readdir(dir).catch(() => []);
    const found: FoundFile[] = [];
    for (const name of names.filter((each) => downloadKindOf(each) !== undefined).toSorted()) {
      const stats = await lstat(join(dir, name)).catch(() => undefined);
      if (stats !== undefined && isOwnFile(stats)) found.push({ name, stats });
      if (found.length === downloadsLimit) break;
    }
    return found;
  }

  return {
    async list(): Promise<Download[]> {
      const found = await findFiles();
      const hashed = hashes.hashAll(found);
      await inTime(hashed, hashesWithinMs, undefined);
      return found.flatMap(({ name, stats }) => {
        const kind = downloadKindOf(name);
        if (kind === undefined) return [];
        return {
          name,
          kind,
          system: downloadKinds[kind],
          sizeBytes: stats.size,
          modifiedAt: stats.mtime.toISOString(),
          sha256: hashes.find(name, stats),
        };
      });
    },

    /**
     * Opens a file that the list offers. The name is only compared with those of the list. @throws AppError
     * `download.not_found`
     */
    async open(name: string): Promise<FileHandle> {
      const found = (await findFiles()).find((each) => each.name === name);
      const file = found && (await openFile(found.name));
      if (file === undefined) throw new AppError('download.not_found');
      return file;
    },

    [Symbol.asyncDispose]: () => hashes[Symbol.asyncDispose](),
  };
}

export type DownloadFiles = ReturnType<typeof createDownloadFiles>;
