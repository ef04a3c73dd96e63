import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLongSubjects } from './commit-subjects.mjs';

const env = {
  PATH: process.env['PATH'],
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
};

describe('findLongSubjects', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'butaca-subjects-'));
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function git(...args: string[]) {
    return execFileSync('git', ['-C', root, ...args], { env, encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  function commit(message: string) {
    git('commit', '--quiet', '--allow-empty', '-m', message);
    return git('rev-parse', 'HEAD');
  }

  it('names the commits after the given one whose subject is too long', async () => {
    git('init', '--quiet', '--initial-branch=main');
    const start = commit(`Old ${'x'.repeat(100)}`);
    commit(`${'ñ'.repeat(72)}\n\n${'A long line of the body is no subject. '.repeat(5)}`);
    commit('y'.repeat(73));
    expect(await findLongSubjects(root, start)).toEqual([
      expect.stringMatching(/^[0-9a-f]+ has a subject of 73 characters, 72 are allowed: y{73}$/),
    ]);
  });

  it('leaves out merge commits', async () => {
    git('init', '--quiet', '--initial-branch=main');
    const start = commit('Start');
    git('checkout', '--quiet', '-b', 'side');
    commit('Work on a branch');
    git('checkout', '--quiet', 'main');
    commit('Work beside it');
    git('merge', '--quiet', '--no-ff', '-m', `Merge ${'z'.repeat(100)}`, 'side');
    expect(await findLongSubjects(root, start)).toEqual([]);
  });

  it('finds nothing outside a repository', async () => {
    expect(await findLongSubjects(root, 'a'.repeat(40))).toEqual([]);
  });

  it('finds nothing where the history lacks the given commit', async () => {
    git('init', '--quiet', '--initial-branch=main');
    commit('x'.repeat(100));
    expect(await findLongSubjects(root, 'a'.repeat(40))).toEqual([]);
  });
});
