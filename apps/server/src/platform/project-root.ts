import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the repository's root folder: the nearest folder above this module that contains `demo/catalogue.json`. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'demo', 'catalogue.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('the project folder was not found');
    folder = above;
  }
  return folder;
}
