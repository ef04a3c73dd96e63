import { statfs } from 'node:fs/promises';
import { AppError } from '../../../../platform/http/app-error.ts';

/**
 * Whether at least `reserveBytes` are free on a folder's disk. The reserve keeps conversions of films from filling the
 * disk on which the database lies too. `true` when the folder does not exist or the system does not report free space.
 */
export async function hasRoom(folder: string, reserveBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= reserveBytes;
}

export const storageFull = (): AppError => new AppError('server.storage_full', { retryAfterSeconds: 60 });

/** Maps a failure to write a file to an error of the API: a full disk becomes `server.storage_full`. */
export const readWriteError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? storageFull() : error;
