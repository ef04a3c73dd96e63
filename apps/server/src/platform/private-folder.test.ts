import { chmod, chown, link, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePrivate } from './private-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-private-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function file(name: string, mode: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '');
  await chmod(path, mode);
  return path;
}

describe.skipIf(process.platform === 'win32')('makePrivate', () => {
  it('takes the rights of the group and of others away, and keeps those of the owner', async () => {
    await chmod(folder, 0o755);
    const paths = [folder, await file('wide', 0o664), await file('program', 0o755)];
    expect(await Promise.all(paths.map(makePrivate))).toEqual(['tightened', 'tightened', 'tightened']);
    expect(await Promise.all(paths.map(modeOf))).toEqual(['700', '600', '700']);
    expect(await Promise.all(paths.map(makePrivate))).toEqual(['private', 'private', 'private']);
  });

  it('calls a missing path private', async () => {
    expect(await makePrivate(join(folder, 'none'))).toBe('private');
  });

  it('does not change a file through a link or with a second name', async () => {
    const wide = await file('wide', 0o644);
    await symlink(wide, join(folder, 'link'));
    await symlink(join(folder, 'none'), join(folder, 'broken'));
    expect(await makePrivate(join(folder, 'link'))).toBe('open');
    expect(await makePrivate(join(folder, 'broken'))).toBe('private');
    await link(wide, join(folder, 'second'));
    expect(await makePrivate(wide)).toBe('open');
    expect(await modeOf(wide)).toBe('644');
  });

  it('does not change a folder where temporary files of everybody are', async () => {
    const shared = join(folder, 'shared');
    await mkdir(shared);
    await chmod(shared, 0o1777);
    expect([await makePrivate(shared), await modeOf(shared)]).toEqual(['open', '777']);
  });

  it.runIf(process.getuid?.() === 0)('does not change what belongs to another user', async () => {
    const path = await file('foreign', 0o644);
    await chown(path, 12_345, 12_345);
    expect([await makePrivate(path), await modeOf(path)]).toEqual(['open', '644']);
  });
});
