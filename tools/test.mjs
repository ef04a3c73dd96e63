// `npm test`: installs missing dependencies and programs, then runs every check of the sources and every test but those
// with a command of their own. The last printed line counts all of them. No test is retried, and a check or test that could
// not be counted is a failure.
//
// A missing browser or ffmpeg is installed while the product is built. The five journeys come first, because they play video in a
// browser; beside them only the checks of the sources run, which use the rest of the processor and judge no time. Then come the
// tests of page and server beside each other, because each alone would leave a core unused. They have the normal priority: with
// a lower one, other programs on the machine would leave them too little time.
import { availableParallelism } from 'node:os';
import { ensureDependencies } from './bootstrap.mjs';
import { runCheck, runChecks } from './check.mjs';
import { runChild } from './child.mjs';
import { inRoot } from './paths.mjs';
import { provision } from './provision.mjs';
import { inSeconds, runCommand } from './terminal.mjs';
import { slowestFiles } from './test-count.mjs';
import { runVitest } from './vitest-run.mjs';

/** How many files of the page run at once: each worker loads all screens, and its tests seldom wait. */
const pageWorkers = availableParallelism();
/** Some tests of the server wait much, so more of them than the machine has cores run at once. */
const serverWorkers = availableParallelism() + 1;

/** @type {import('./check.mjs').Counts} */
const counts = { passed: 0, failed: 0, remarks: [] };
/** @type {import('./count-reporter.mjs').FileTime[]} */
const fileTimes = [];
const startedAt = performance.now();

await runCommand(async () => {
  await ensureDependencies();
  let isProvisioned = false;
  const provisioning = collectFailure(provision()).finally(() => {
    isProvisioned = true;
  });
  const building = collectFailure(buildInChild());
  const built = building.then((failure) => failure === '');

  const checking = runChecks(built).then(add);
  await runCheck({ name: 'build', run: async () => [await building].filter(Boolean) }, counts);
  const journeys = runJourneys(built, provisioning);
  // The tests do not wait while a browser is still being installed.
  if (isProvisioned) await journeys;
  await Promise.all([
    checking,
    journeys,
    runTests(['web', 'web-isolated'], { workers: pageWorkers }),
    runTests(['unit', 'server', 'growth'], { workers: serverWorkers }),
  ]);
});

// An error that ended `npm test` early counts as a failure too.
if (process.exitCode) counts.failed += 1;
if (counts.failed > 0) process.exitCode = 1;
// The remarks (a line for each failed or skipped test) are printed at the end, because the tests print many lines
// before.
if (counts.remarks.length > 0) console.log(`\n${counts.remarks.join('\n')}`);
const slowest = slowestFiles(fileTimes, 10);
if (slowest.length > 0) console.log(`\nLos archivos de prueba más lentos:\n${slowest.join('\n')}`);
console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);

/**
 * Runs the five journeys of `npm test` in a real browser.
 *
 * @param {Promise<boolean>} built - whether the product could be built
 * @param {Promise<string>} provisioning - why a needed program could not be installed; empty if all are there
 */
async function runJourneys(built, provisioning) {
  await runCheck(
    { name: 'browser and ffmpeg', run: async () => [await provisioning].filter(Boolean) },
    counts,
  );
  const canPlay = (await built) && (await provisioning) === '';
  if (canPlay) {
    await runTests(['smoke'], { workers: 1 });
  } else {
    counts.failed += 1;
    counts.remarks.push('✗ smoke: not run, for want of the product or of a program');
  }
}

/**
 * Waits for a part of `npm test` that may fail, such as the build.
 *
 * @param {Promise<unknown>} work
 * @returns {Promise<string>} the error's message; empty without an error
 */
async function collectFailure(work) {
  try {
    await work;
    return '';
  } catch (error) {
    return (error instanceof Error && error.message) || String(error);
  }
}

async function buildInChild() {
  const { code, output } = await runChild(process.execPath, [inRoot('tools/build.mjs'), '--quiet']);
  if (code !== 0) throw new Error(output.trim() || `ended with code ${code}`);
}

/**
 * Adds counts of checks or tests to those that `npm test` prints at its end.
 *
 * @param {import('./check.mjs').Counts} more
 */
function add({ passed, failed, remarks }) {
  counts.passed += passed;
  counts.failed += failed;
  counts.remarks.push(...remarks);
}

/**
 * Runs the tests of the given Vitest projects and counts them.
 *
 * @param {string[]} projects
 * @param {Parameters<typeof runVitest>[1]} options
 */
async function runTests(projects, options) {
  const { files, ...more } = await runVitest(projects, options);
  add(more);
  fileTimes.push(...files);
}
