import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * Where a program really is, found as a shell finds it.
 *
 * @param name - a name in the PATH, or a path
 * @returns an absolute path, on Windows the name as it is; `undefined` where there is none
 */
export async function findProgram(name: string): Promise<string | undefined> {
  if (process.platform === 'win32') return name;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const places = name.includes('/') ? [resolve(name)] : folders.map((folder) => join(folder, name));
  for (const place of places) {
    try {
      await access(place, constants.X_OK);
      return place;
    } catch {
      // Not in this folder of the PATH; the next one is tried.
    }
  }
  return undefined;
}
