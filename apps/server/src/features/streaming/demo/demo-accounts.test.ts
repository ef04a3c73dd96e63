import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planKeys } from '@butaca/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDemoNoteFile, makeDemoAccounts } from './demo-accounts.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'butaca-demo-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const accounts = () => {
  let count = 0;
  return makeDemoAccounts(() => `clave-${(count += 1)}`);
};

it('the demo accounts are an administrator and a user of each plan, each with its own password', () => {
  const made = accounts();
  expect(made.map(({ username }) => username)).toEqual([
    'demo-admin',
    ...planKeys.map((plan) => `demo-${plan}`),
  ]);
  expect(made.filter(({ role }) => role === 'admin')).toHaveLength(1);
  expect(made.slice(1).map(({ plan }) => plan)).toEqual([...planKeys]);
  expect(new Set(made.map(({ password }) => password)).size).toBe(made.length);
});

describe('the demo note file', () => {
  it('is read back as it was written, is readable by its owner alone, and leaves no other file', async () => {
    const note = createDemoNoteFile(dir, 'base-1');
    await note.write({ accounts: accounts(), isComplete: false });
    await note.write({ accounts: accounts(), isComplete: true });
    expect(await note.read()).toMatchObject({ accounts: accounts(), isComplete: true });
    expect(await readdir(dir)).toEqual(['demo-accounts.json']);
    expect((await stat(note.path)).mode & 0o777).toBe(0o600);
  });

  it('records that the demo was removed', async () => {
    const note = createDemoNoteFile(dir, 'base-1');
    await note.write({ removedAt: '2026-01-01T00:00:00.000Z' });
    expect(await note.read()).toMatchObject({ removedAt: '2026-01-01T00:00:00.000Z' });
  });

  it('is undefined when it does not exist or belongs to another database', async () => {
    expect(await createDemoNoteFile(dir, 'base-1').read()).toBeUndefined();
    await createDemoNoteFile(dir, 'base-1').write({ accounts: accounts(), isComplete: true });
    expect(await createDemoNoteFile(dir, 'base-2').read()).toBeUndefined();
  });

  it.each([
    ['{}'],
    ['[]'],
    ['{"database":"base-1"}'],
    [
      '{"database":"base-1","isComplete":true,"accounts":[{"username":"a","password":"b","role":"rey","plan":"premium"}]}',
    ],
  ])('is undefined when it contains something else: %s', async (text) => {
    await writeFile(join(dir, 'demo-accounts.json'), text);
    expect(await createDemoNoteFile(dir, 'base-1').read()).toBeUndefined();
  });

  it('throws when it cannot be read, so that the demo is not installed again', async () => {
    await writeFile(join(dir, 'demo-accounts.json'), '{"database":');
    await expect(createDemoNoteFile(dir, 'base-1').read()).rejects.toBeInstanceOf(SyntaxError);
    await expect(createDemoNoteFile('/dev/null', 'base-1').read()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
