import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findProgram } from './find-program.ts';

let folder: string;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-find-'));
  await mkdir(at('first'));
  await mkdir(at('second'));
  for (const name of ['first/notes', 'second/notes', 'second/program', 'loose']) {
    await writeFile(at(name), '#!/bin/sh\n');
    await chmod(at(name), name === 'first/notes' ? 0o644 : 0o755);
  }
  await symlink(at('second/program'), at('first/link'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => void vi.unstubAllEnvs());

describe('a program', () => {
  it('is the first one in the folders of the PATH that can be run', async () => {
    vi.stubEnv('PATH', [at('nowhere'), at('first'), at('second')].join(delimiter));
    expect(await findProgram('program')).toBe(at('second/program'));
    expect(await findProgram('notes')).toBe(at('second/notes'));
    expect(await findProgram('link')).toBe(at('first/link'));
    expect(await findProgram('missing')).toBeUndefined();
  });

  it('is not looked for in the folder in which the server happens to run', async () => {
    vi.stubEnv('PATH', ['', '.', relative(process.cwd(), at('second'))].join(delimiter));
    expect(await findProgram('program')).toBeUndefined();
    vi.stubEnv('PATH', '');
    expect(await findProgram('program')).toBeUndefined();
  });

  it('may be named by its path, whatever the PATH says', async () => {
    vi.stubEnv('PATH', '');
    expect(await findProgram(at('loose'))).toBe(at('loose'));
    expect(await findProgram(relative(process.cwd(), at('loose')))).toBe(at('loose'));
    expect(await findProgram(at('first/notes'))).toBeUndefined();
    expect(await findProgram(at('gone'))).toBeUndefined();
  });
});
