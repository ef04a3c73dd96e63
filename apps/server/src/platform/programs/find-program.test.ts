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

describe('findProgram', () => {
  it('returns the first executable file in the folders of the PATH', async () => {
    vi.stubEnv('PATH', [at('nowhere'), at('first'), at('second')].join(delimiter));
    expect(await findProgram('program')).toBe(at('second/program'));
    expect(await findProgram('notes')).toBe(at('second/notes'));
    expect(await findProgram('link')).toBe(at('first/link'));
    expect(await findProgram('missing')).toBeUndefined();
  });

  it('ignores relative folders of the PATH', async () => {
    vi.stubEnv('PATH', ['', '.', relative(process.cwd(), at('second'))].join(delimiter));
    expect(await findProgram('program')).toBeUndefined();
    vi.stubEnv('PATH', '');
    expect(await findProgram('program')).toBeUndefined();
  });

  it('accepts a path, whatever the PATH contains', async () => {
    vi.stubEnv('PATH', '');
    expect(await findProgram(at('loose'))).toBe(at('loose'));
    expect(await findProgram(relative(process.cwd(), at('loose')))).toBe(at('loose'));
    expect(await findProgram(at('first/notes'))).toBeUndefined();
    expect(await findProgram(at('gone'))).toBeUndefined();
  });
});
