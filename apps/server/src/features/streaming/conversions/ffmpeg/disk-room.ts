import { statfs } from 'node:fs/promises';
import { AppError } from '../../../../platform/http/app-error.ts';

/**
 * Whether so much is free on the disk of a folder: the database beside it must not be the one that finds it full. Where the
 * folder has gone, or its disk does not tell, nothing says that there is not.
 */
export async function hasRoom(folder: string, reserveBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= reserveBytes;
}

export const storageFull = (): AppError => new AppError('server.storage_full', { retryAfterSeconds: 60 });

/** What to tell of a failure to write. */
export const readWriteError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? storageFull() : error;
