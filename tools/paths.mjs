import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the repository's root folder, independent of the working directory. */
export const rootFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * The absolute path of a file or folder inside the repository.
 *
 * @param {...string} parts
 */
export const inRoot = (...parts) => path.join(rootFolder, ...parts);
