import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The result of a Vitest run: counts of tests by Vitest project, and failures outside any test. A test file that cannot
 * be loaded, a hook that throws or an unhandled rejection is not a failing test in Vitest's counts, so it is counted
 * separately.
 *
 * @typedef {object} RunCount
 * @property {Record<string, { passed: number, failed: number, skipped: number }>} projects
 * @property {number} strayFailures - the number of failures outside any test
 * @property {string[]} failures - one line for each failure: the test file, the name of the test, and why it failed
 * @property {FileTime[]} files
 */

/**
 * How long a test file took, from preparing its environment and imports to its last hook.
 *
 * @typedef {{ project: string, file: string, milliseconds: number }} FileTime
 */

/**
 * A Vitest reporter that, when all tests have run, writes their counts (a `RunCount`) to the file that the environment
 * variable `BUTACA_TEST_COUNT` names.
 */
export default class CountReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} modules
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(modules, unhandledErrors) {
    /** @type {RunCount} */
    const count = {
      projects: {},
      strayFailures: unhandledErrors.length,
      failures: unhandledErrors.map(describeError),
      files: modules.map(timeOf),
    };
    for (const module of modules) {
      const project = (count.projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 });
      const failedBefore = project.failed;
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        // A test that is still pending when the test run ends counts as failed.
        const outcome = state === 'pending' ? 'failed' : state;
        project[outcome] += 1;
        if (outcome !== 'failed') continue;
        const reasons = errors.map((error) => `: ${reasonOf(error)}`);
        count.failures.push(`${module.relativeModuleId} > ${test.fullName}${reasons.join('')}`);
      }
      if (module.ok() || project.failed > failedBefore) continue;
      count.strayFailures += 1;
      count.failures.push(`${module.relativeModuleId}, outside any test`);
    }
    const file = process.env['BUTACA_TEST_COUNT'];
    if (file) writeFileSync(file, JSON.stringify(count));
  }
}

/**
 * How long a test file took, its environment and imports included.
 *
 * @param {import('vitest/node').TestModule} module
 * @returns {FileTime}
 */
function timeOf(module) {
  const { duration, environmentSetupDuration, prepareDuration, setupDuration, collectDuration } =
    module.diagnostic();
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    milliseconds: duration + environmentSetupDuration + prepareDuration + setupDuration + collectDuration,
  };
}

/**
 * Describes an error of a test run in one line. @param {unknown} error - serialised by the worker in which it was
 * thrown
 */
function describeError(error) {
  const { VITEST_TEST_PATH: file } = /** @type {{ VITEST_TEST_PATH?: string }} */ (error ?? {});
  const where = file === undefined ? 'outside any file' : path.relative(process.cwd(), file);
  return `${where}, an error that no test caught: ${reasonOf(error)}`;
}

/**
 * The first line of an error's message, and the line of a test at which it was thrown, if it is known. The rest of the
 * message is left out: those of Testing Library's queries contain the whole HTML page.
 *
 * @param {unknown} error - serialised by the worker in which it was thrown
 */
function reasonOf(error) {
  const { message, stacks } =
    /** @type {{ message?: unknown, stacks?: readonly { file: string, line: number }[] }} */ (error ?? {});
  // oxlint-disable-next-line no-control-regex -- escape sequences that colour a terminal's text
  const [sentence] = String(message ?? error)
    .replaceAll(/\u{1B}\[[\d;]*m/gu, '')
    .split('\n', 1);
  const place = stacks?.find(({ file }) => /\.(?:test|e2e)\.tsx?$/.test(file));
  return place === undefined ? sentence : `${sentence} (line ${place.line})`;
}
