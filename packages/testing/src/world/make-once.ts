import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const rootFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..');

/**
 * Makes the files of a folder once for each checkout and recipe, and keeps them in `.cache` for later test files and
 * runs. Test files share this folder, so they only read it.
 *
 * @param name - of the folder in `.cache`
 * @param recipe - the paths of the files, or of folders of files, from which the content follows
 * @param make - writes the files into a folder
 * @returns the path of the folder with the files
 */
export async function makeOnce(
  name: string,
  recipe: readonly string[],
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const cacheDir = join(rootFolder, '.cache', name);
  const folder = join(cacheDir, await hashOf(recipe));
  const isThere = async () => (await stat(folder).catch(() => undefined)) !== undefined;
  if (await isThere()) return folder;
  await mkdir(cacheDir, { recursive: true });
  const making = await mkdtemp(join(cacheDir, 'making-'));
  try {
    await make(making);
    await rename(making, folder);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    // Another worker may have made the same folder meanwhile.
    if (!(await isThere())) throw error;
  }
  return folder;
}

async function hashOf(recipe: readonly string[]): Promise<string> {
  const texts: string[] = [];
  for (const path of recipe) {
    const isFolder = (await stat(path)).isDirectory();
    const entries = isFolder ? await readdir(path, { recursive: true, withFileTypes: true }) : [];
    const files = isFolder
      ? entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      : [path];
    for (const file of files.toSorted()) texts.push(file, await readFile(file, 'utf8'));
  }
  return hash('sha256', texts.join('\0'), 'hex').slice(0, 16);
}
