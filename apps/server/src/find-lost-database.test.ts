import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findLostDatabase } from './find-lost-database.ts';

/** Makes a data folder with files in it. */
async function folderWith(...files: string[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-lost-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  for (const file of files) {
    await mkdir(join(dataDir, file, '..'), { recursive: true });
    await writeFile(join(dataDir, file), '');
  }
  return dataDir;
}

it('a used data folder without its database is told of, with its backups', async () => {
  const dataDir = await folderWith('images/a.webp', 'backups/copia.butaca');
  const [notice = '', ...others] = await findLostDatabase({ dataDir });
  expect(others).toEqual([]);
  expect(notice).toContain(`La base de datos de ${join(dataDir, 'postgres')} ya no estaba`);
  expect(notice).toContain(`(hay copias en ${join(dataDir, 'backups')})`);
  await mkdir(join(dataDir, 'postgres'));
  expect(await findLostDatabase({ dataDir })).toEqual([notice]);
});

it.each([
  ['a first start', [], undefined],
  ['a first start with apps to offer', ['descargas/butaca.apk'], undefined],
  ['a database that is there', ['images/a.webp', 'postgres/PG_VERSION'], undefined],
  ['a database elsewhere', ['images/a.webp'], 'postgres://butaca@db/butaca'],
])('nothing is said of %s', async (_what, files, databaseUrl) => {
  expect(await findLostDatabase({ dataDir: await folderWith(...files), databaseUrl })).toEqual([]);
});
