import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { isFolderHeld, lockFolder } from './folder-lock.ts';
import { processStart } from './process-identity.ts';

const lockOf = (folder: string) => join(folder, 'postgres.lock');

it('the folder lock is held until it is released, and leaves no file behind', async () => {
  const folder = await temporaryFolder();
  expect(await isFolderHeld(folder)).toBe(false);
  const release = await lockFolder(folder);
  expect(await isFolderHeld(folder)).toBe(true);
  expect(await readdir(folder)).toEqual(['postgres.lock']);
  await expect(lockFolder(folder)).rejects.toThrow(`La carpeta de datos está en uso (pid ${process.pid}).`);
  await release();
  await release();
  expect(await readdir(folder)).toEqual([]);
  expect(await isFolderHeld(folder)).toBe(false);
});

it('the folder lock is given to one of several simultaneous callers', async () => {
  const folder = await temporaryFolder();
  const asked = await Promise.allSettled(Array.from({ length: 5 }, () => lockFolder(folder)));
  const given = asked.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(given).toHaveLength(1);
  await given[0]?.();
  expect(await readdir(folder)).toEqual([]);
});

it('the folder lock is refused while the process named in its file runs', async () => {
  const folder = await temporaryFolder();
  const holder = { pid: process.ppid, start: processStart(process.ppid) };
  await writeFile(lockOf(folder), JSON.stringify(holder));
  expect(await isFolderHeld(folder)).toBe(true);
  await expect(lockFolder(folder)).rejects.toMatchObject({ name: 'DatabaseStartError' });
  expect(JSON.parse(await readFile(lockOf(folder), 'utf8'))).toEqual(holder);
});

it.each([
  ['names a process that has ended', JSON.stringify({ pid: 2 ** 22 + 1, start: 'x' })],
  [
    'names a process whose number now belongs to another',
    JSON.stringify({ pid: process.ppid, start: 'antes' }),
  ],
  ['names this process, which does not hold it', JSON.stringify({ pid: process.pid, start: 'antes' })],
  ['is empty, as after a power cut', ''],
  ['is truncated', '{"pid":'],
  ['is something else', '[1,2]'],
  ['has no start', '{"pid":1}'],
  ['has a text for a number', '{"pid":"1","start":"x"}'],
])('the folder lock is taken over when its file %s', async (_what, content) => {
  const folder = await temporaryFolder();
  await writeFile(lockOf(folder), content);
  expect(await isFolderHeld(folder)).toBe(false);
  const release = await lockFolder(folder);
  expect(JSON.parse(await readFile(lockOf(folder), 'utf8'))).toMatchObject({ pid: process.pid });
  expect(await readdir(folder)).toEqual(['postgres.lock']);
  await release();
});
