import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, wherever the command is run from. */
export const rootFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/**
 * A path inside the repository.
 *
 * @param {...string} parts
 */
export const inRoot = (...parts) => path.join(rootFolder, ...parts);
