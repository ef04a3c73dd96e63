import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deleteStaleFolders, nameProcessFolder } from './process-folder.ts';

it('deleteStaleFolders deletes what ended processes left, and nothing of running ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-stale-'));
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const own = nameProcessFolder();
  const names = [own, `${process.pid}-de-antes`, `${gone.pid}-abc`, `${process.ppid}-abc`, 'otra cosa'];
  for (const name of names) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'v-0.ts'), '');
  }
  await deleteStaleFolders(folder, own);
  expect((await readdir(folder)).toSorted()).toEqual([own, `${process.ppid}-abc`].toSorted());
  await rm(folder, { recursive: true });
});

it('deleteStaleFolders does nothing for a folder that does not exist', async () => {
  await expect(deleteStaleFolders(join(tmpdir(), 'no-hay-tal-carpeta'), 'x')).resolves.toBeUndefined();
});
