import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

/**
 * Finds the path of a program (ffmpeg, ffprobe) as a shell does.
 *
 * @param name - a name to look up in the PATH, or a path
 * @returns an absolute path, on Windows the unchanged name; `undefined` when the program is not found
 */
export async function findProgram(name: string): Promise<string | undefined> {
  if (process.platform === 'win32') return name;
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(isAbsolute);
  const paths = name.includes('/') ? [resolve(name)] : folders.map((folder) => join(folder, name));
  for (const path of paths) {
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // A folder of the PATH that does not contain the program is skipped, and the next one is tried.
    }
  }
  return undefined;
}
