import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { linkLibraries } from './binaries.ts';

const links = [
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
  { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
];

async function packageFolder(list: typeof links): Promise<string> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'native', 'lib'), { recursive: true });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  return folder;
}

describe('the links to the libraries of Postgres', () => {
  it('are created once, even when several servers start at the same time', async () => {
    const folder = await packageFolder(links);
    await Promise.all(Array.from({ length: 8 }, () => linkLibraries(folder)));
    await linkLibraries(folder);
    for (const { target } of links) {
      expect(await readFile(join(folder, target), 'utf8')).toBe('library');
      expect((await lstat(join(folder, target))).isSymbolicLink()).toBe(true);
    }
  });

  it('are left unchanged where they exist', async () => {
    const folder = await packageFolder(links);
    await writeFile(join(folder, 'native', 'lib', 'other'), 'other');
    await symlink('other', join(folder, 'native', 'lib', 'libpq.so'));
    await linkLibraries(folder);
    expect(await readFile(join(folder, 'native', 'lib', 'libpq.so'), 'utf8')).toBe('other');
  });

  it('cause an error with the folder and a remedy when they cannot be created', async () => {
    const folder = await packageFolder([
      { source: 'native/lib/libpq.so.5.18', target: 'native/none/libpq.so' },
    ]);
    await expect(linkLibraries(folder)).rejects.toThrow(
      `No se puede escribir en ${join(folder, 'native', 'none')}, y al Postgres incluido le faltan enlaces`,
    );
  });

  it('are not required when the package lists none', async () => {
    await expect(linkLibraries(await temporaryFolder())).resolves.toBeUndefined();
  });
});
