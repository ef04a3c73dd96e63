import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const skippedFolders = new Set(['node_modules', 'dist', 'dist-next', 'dist-old', '.cache', '.git']);

/**
 * Lists every file under a folder, in a stable order. Folders of npm dependencies and of build results are left out.
 *
 * @param {string} folder - absolute path; a missing folder has no files
 * @returns {string[]} absolute paths
 */
export function listFiles(folder) {
  /** The absolute paths found so far. @type {string[]} */
  const files = [];
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return files;
    throw error;
  }
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) files.push(...listFiles(place));
    } else if (entry.isFile()) files.push(place);
  }
  return files;
}

/**
 * Hashes the names and contents of files. File times do not count, so a fresh clone or a touched file causes no
 * rebuild.
 *
 * @param {string} root - the folder to which the hashed names are relative
 * @param {readonly string[]} files - absolute paths
 * @returns {string} 64 hexadecimal digits
 */
export function fingerprint(root, files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${path.relative(root, file)}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest('hex');
}
