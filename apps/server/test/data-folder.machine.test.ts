import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp } from './test-app.ts';

let parent: string;
let dataDir: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'butaca-data-folder-'));
  dataDir = join(parent, 'data');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path = '.') => ((await stat(join(dataDir, path))).mode & 0o777).toString(8);

/** Fills DATA_DIR as a server would that leaves everything readable to all users of the machine. */
async function makeWideDataDir(): Promise<void> {
  for (const folder of ['images', 'conversions', 'uploads', 'backups']) {
    await mkdir(join(dataDir, folder), { recursive: true });
    await chmod(join(dataDir, folder), 0o755);
  }
  await chmod(dataDir, 0o755);
  await mkdir(join(dataDir, 'descargas'));
  for (const file of ['demo-accounts.json', 'backups/butaca-2026-11-21-173527.bak']) {
    await writeFile(join(dataDir, file), '{}');
    await chmod(join(dataDir, file), 0o644);
  }
}

const linesAbout = (logged: readonly string[]) =>
  logged
    .map((line) => JSON.parse(line) as { dataDir?: string; tightened?: string[]; open?: string[] })
    .filter((line) => line.dataDir === dataDir && line.tightened !== undefined);

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('of a new server is closed to other users of the machine, with every folder in it', async () => {
    await using test = await startTestApp({ DATA_DIR: dataDir });
    await test.app.conversions.converter();
    await vi.waitFor(async () =>
      expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['conversions', 'images'])),
    );
    expect(await Promise.all(['.', 'images', 'conversions'].map(modeOf))).toEqual(['700', '700', '700']);
    expect(linesAbout(test.logged)).toEqual([]);
  });

  it('is closed to other users at the start when it was open to them, and the log says so once', async () => {
    await makeWideDataDir();
    await using test = await startTestApp({ DATA_DIR: dataDir });
    const folders = ['.', 'images', 'conversions', 'uploads', 'backups'];
    expect(await Promise.all(folders.map(modeOf))).toEqual(folders.map(() => '700'));
    const files = ['demo-accounts.json', 'backups/butaca-2026-11-21-173527.bak'];
    expect(await Promise.all(files.map(modeOf))).toEqual(['600', '600']);
    expect(linesAbout(test.logged)).toEqual([
      expect.objectContaining({ tightened: expect.arrayContaining([...folders, ...files]) }),
    ]);
  });

  it('stays open when it has files of somebody else, and the log says so', async () => {
    await makeWideDataDir();
    await writeFile(join(dataDir, 'apuntes.txt'), '');
    await using test = await startTestApp({ DATA_DIR: dataDir });
    expect([await modeOf(), await modeOf('backups')]).toEqual(['755', '700']);
    expect(linesAbout(test.logged)).toEqual([
      expect.objectContaining({ open: ['.'], tightened: expect.arrayContaining(['backups']) }),
    ]);
  });
});
