import { readFileSync } from 'node:fs';
import { inSeconds } from './terminal.mjs';

/**
 * Adds up the result of one Vitest run. Everything that keeps a test from being counted is a failure: a Vitest project
 * without tests, an interrupted run, a non-zero exit code without a failing test.
 *
 * @param {string} file - the file with the reporter's `RunCount`; if the file is missing, the run was interrupted
 * @param {readonly string[]} projects - the names of the Vitest projects that should have run
 * @param {number} code - Vitest's exit code
 * @returns {import('./check.mjs').Counts}
 */
export function countRun(file, projects, code) {
  const count = readCount(file);
  const sum = {
    passed: 0,
    failed: count.strayFailures,
    remarks: count.failures.map((failure) => `✗ ${failure}`),
  };
  for (const name of projects) {
    const project = count.projects[name];
    if (!project || project.passed + project.failed === 0) {
      sum.failed += 1;
      sum.remarks.push(`✗ ${name}: no test ran`);
      continue;
    }
    sum.passed += project.passed;
    sum.failed += project.failed;
    if (project.skipped > 0) sum.remarks.push(`– ${name}: ${project.skipped} skipped`);
  }
  if (code !== 0 && sum.failed === 0) {
    sum.failed = 1;
    sum.remarks.push(`✗ Vitest ended with code ${code}`);
  }
  return sum;
}

/**
 * Describes the test files that took longest, one line each.
 *
 * @param {readonly import('./count-reporter.mjs').FileTime[]} files
 * @param {number} limit - how many lines to return
 * @returns {string[]} the slowest file first, each with its seconds, its Vitest project and its path
 */
export function slowestFiles(files, limit) {
  return files
    .toSorted((one, other) => other.milliseconds - one.milliseconds)
    .slice(0, limit)
    .map(({ project, file, milliseconds }) =>
      [inSeconds(milliseconds).padStart(8), project.padEnd(6), file].join('  '),
    );
}

/**
 * Reads how long each test file of a Vitest run took, from the file that the reporter has written.
 *
 * @param {string} file - the file with the reporter's `RunCount`; if the file is missing, the run was interrupted
 */
export const readFileTimes = (file) => readCount(file).files;

/**
 * Reads the result that the reporter has written about a Vitest run.
 *
 * @param {string} file
 * @returns {import('./count-reporter.mjs').RunCount}
 */
function readCount(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { projects: {}, strayFailures: 0, failures: [], files: [] };
  }
}
