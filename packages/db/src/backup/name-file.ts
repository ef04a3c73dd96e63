import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Syncs a finished file to disk and gives it its name, unless another process, perhaps of another machine, has added a file
 * with that name: an empty file claims the name, and is then replaced. Hard links would do without the empty file, but
 * shared disks such as SMB have none.
 *
 * @throws Error `EEXIST` when the name is taken; the file keeps its present name
 */
export async function nameFile(from: string, to: string): Promise<void> {
  await syncToDisk(from, 'r+');
  await (await open(to, 'wx', 0o600)).close();
  try {
    await rename(from, to);
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  }
  // Windows needs no sync of the folder: a rename is durable there, and folders cannot be opened.
  if (process.platform !== 'win32') await syncToDisk(dirname(to), 'r');
}

async function syncToDisk(path: string, mode: 'r' | 'r+'): Promise<void> {
  await using handle = await open(path, mode);
  await handle.sync();
}
