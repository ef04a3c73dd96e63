import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChild } from './child.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { countRun, readFileTimes } from './test-count.mjs';

/**
 * Runs the tests of the given Vitest projects in one Vitest process and counts them.
 *
 * @param {string[]} projects
 * @param {object} [options]
 * @param {number} [options.workers] - how many test files run at once; tests that wait much gain from more workers than
 * the machine has cores
 * @returns {Promise<import('./check.mjs').Counts & { files: import('./count-reporter.mjs').FileTime[] }>}
 */
export async function runVitest(projects, { workers } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'butaca-count-'));
  const file = path.join(folder, 'count.json');
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', `--reporter=${inRoot('tools/count-reporter.mjs')}`];
  const args = [
    inRoot('node_modules/vitest/vitest.mjs'),
    'run',
    ...chosen,
    ...reporters,
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
  ];
  try {
    const { code } = await runChild(process.execPath, args, {
      cwd: rootFolder,
      env: { ...process.env, BUTACA_TEST_COUNT: file },
      show: true,
    });
    return { ...countRun(file, projects, code), files: readFileTimes(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
