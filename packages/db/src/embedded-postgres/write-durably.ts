import { chown, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { errorCode } from './error-code.ts';

/**
 * Writes a file of Postgres's data folder, readable by the folder's owner only, so that a crash or power cut leaves
 * either the old content or the new.
 *
 * @throws {DatabaseStartError} when the disk is full
 */
export async function writeDurably(folder: string, name: string, content: string): Promise<void> {
  try {
    await replaceFile(folder, name, content);
  } catch (error) {
    throw errorCode(error) === 'ENOSPC' ? diskFullError(folder, error) : error;
  }
}

/** The error of a start that needs space on a full disk. */
export const diskFullError = (folder: string, cause?: unknown): DatabaseStartError =>
  new DatabaseStartError(
    `No hay espacio en el disco para abrir la base de datos de ${folder}. ` +
      'Libera espacio y vuelve a arrancar; los datos no se han perdido.',
    { cause },
  );

async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const path = join(folder, name);
  const fresh = `${path}.new`;
  const handle = await open(fresh, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A server that runs as root keeps the folder for another user, who must be able to read the file too.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(folder);
    await chown(fresh, uid, gid);
  }
  await rename(fresh, path);
  await syncFolder(folder);
}

/**
 * Syncs a folder to disk, so that a rename or a new file in it survives a power cut; Windows needs no call for this.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
