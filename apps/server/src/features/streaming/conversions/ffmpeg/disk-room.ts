import { statfs } from 'node:fs/promises';
import { AppError } from '../../../../platform/http/app-error.ts';

/**
 * Whether this much is free on the disk of a folder. The reserve keeps the disk from filling up under the database beside the
 * folder. `true` when the folder is gone or the system does not say.
 */
export async function hasRoom(folder: string, reserveBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= reserveBytes;
}

export const storageFull = (): AppError => new AppError('server.storage_full', { retryAfterSeconds: 60 });

/** Maps a failure to write to an error of the contract. */
export const readWriteError = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? storageFull() : error;
