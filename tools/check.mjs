// Runs every check of the sources (format, lint, types, …) and prints one line for each, with its time. A check lists
// the faults that it found and changes no file. `npm run format` corrects what the check `format` finds.
import { pathToFileURL } from 'node:url';
import { ensureDependencies } from './bootstrap.mjs';
import { isBuildFresh } from './build.mjs';
import { runChild } from './child.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { inSeconds, runCommand } from './terminal.mjs';

/**
 * How much the memory of a program in Go may grow, in percent, before it collects garbage: four times as much as by
 * default. The linter and the compiler are such programs, and would spend a sixth of their processor time on it.
 */
const collectSeldom = '400';

/**
 * On how many processors these programs run. Each worker of the linter has a type checker of its own, which computes types of
 * the same files again: on two processors it takes 58 s of processor time, on one 42.
 */
const processors = '1';

/** The niceness (0 to 19) of the programs that check the sources: in `npm test` they run beside journeys and tests. */
const checkNiceness = 5;

/**
 * A check of the sources, as `npm run check` runs it.
 *
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<string[] | { faults: string[], unanswered: string[] }>} run - returns one sentence for each
 * fault, and one for each question that nobody answered; if `run` throws, the check fails too
 */

/** The checks of the sources, in the order in which they run. @type {Check[]} */
const sourceChecks = [
  { name: 'format', run: () => runInstalled('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'lint', run: () => runInstalled('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.') },
  { name: 'types', run: () => runInstalled('typescript/bin/tsc', '--build', '--checkers', '1') },
  { name: 'boundaries', run: checkBoundaries },
  { name: 'unused code', run: () => runInstalled('knip/bin/knip.js', '--no-progress') },
  { name: 'workspace', run: checkWorkspace },
  { name: 'named commands', run: checkNamedCommands },
  { name: 'ASVS', run: checkAsvs },
  { name: 'commit subjects', run: checkCommitSubjects },
  { name: 'expressions', run: checkExpressions },
];

/**
 * The checks that ask a registry of packages. `npm test` leaves them out: an advisory that was published today would make
 * sources fail that passed yesterday.
 *
 * @type {Check[]}
 */
const registryChecks = [
  { name: 'licences of Rust packages', run: checkRustLicences },
  { name: 'advisories', run: checkAdvisories },
];

/** The check of the built web client's size, which needs a finished build. @type {Check} */
const webSizeCheck = { name: 'web client size', run: checkWebSize };

/**
 * How many checks or tests passed and failed.
 *
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {string[]} remarks - a line for each failed or skipped check or test, to be printed at the end
 */

/**
 * Runs the checks of the sources one after the other, then the check of the built web client's size.
 *
 * @param {Promise<boolean>} built - resolves to whether there is a build of the current sources
 * @returns {Promise<Counts>}
 */
export async function runChecks(built) {
  /** @type {Counts} */
  const counts = { passed: 0, failed: 0, remarks: [] };
  for (const check of sourceChecks) await runCheck(check, counts);
  if (await built) await runCheck(webSizeCheck, counts);
  else console.log(`– ${webSizeCheck.name}: not measured, there is no build of these sources`);
  return counts;
}

/**
 * Runs one check of the sources, and prints its result in one line and, when it fails, the faults that it found.
 *
 * @param {Check} check
 * @param {Counts} counts - the counts to which the result is added
 */
export async function runCheck({ name, run }, counts) {
  const startedAt = performance.now();
  const found = await run().catch((error) => [String(error instanceof Error ? error.message : error)]);
  const { faults: complaints, unanswered } = Array.isArray(found) ? { faults: found, unanswered: [] } : found;
  const time = inSeconds(performance.now() - startedAt);
  for (const each of unanswered) console.log(`– ${name}: not read, ${each}`);
  if (complaints.length === 0 && unanswered.length > 0) {
    // What nobody has answered is neither right nor wrong.
    counts.remarks.push(`– ${name}: ${unanswered.length} not read`);
    return;
  }
  if (complaints.length === 0) {
    counts.passed += 1;
    console.log(`✓ ${name}: ok (${time})`);
    return;
  }
  counts.failed += 1;
  counts.remarks.push(`✗ ${name}`);
  console.log(`✗ ${name}: failed (${time})\n${complaints.join('\n').replaceAll(/^/gm, '    ')}`);
}

/**
 * Runs the script of an installed npm package (a linter, say) with Node as a check of the sources. Returns no faults
 * when the script succeeds, otherwise its output as the only fault.
 *
 * @param {string} script - path below node_modules
 * @param {...string} args
 */
async function runInstalled(script, ...args) {
  const path = inRoot('node_modules', script);
  const { code, output } = await runChild(process.execPath, [path, ...args], {
    cwd: rootFolder,
    env: { GOGC: collectSeldom, GOMAXPROCS: processors, ...process.env },
    niceness: checkNiceness,
  });
  return code === 0 ? [] : [output.trim() || `ended with code ${code}`];
}

async function checkBoundaries() {
  const { findBoundaryViolations } = await import('./boundaries.mjs');
  const { violations } = await findBoundaryViolations(rootFolder);
  return violations.map(({ rule, from, to, why }) => `${rule}: ${from} → ${to}. ${why}`);
}

async function checkWorkspace() {
  const { findWorkspaceFaults } = await import('./workspace.mjs');
  return findWorkspaceFaults(rootFolder);
}

async function checkNamedCommands() {
  const { findUnknownNames } = await import('./named-commands.mjs');
  return findUnknownNames(rootFolder);
}

async function checkAsvs() {
  const { findAsvsFaults } = await import('./asvs.mjs');
  return findAsvsFaults(rootFolder);
}

async function checkRustLicences() {
  const { readRustParts, isPermitted } = await import('./licences.mjs');
  const { parts, unanswered } = await readRustParts();
  if (unanswered !== undefined) console.log(`– licences of Rust packages: not read, ${unanswered}`);
  return parts
    .filter(({ licence }) => !isPermitted(licence ?? 'none'))
    .map(({ name, licence }) => `${name} has the licence ${licence ?? 'none'}`);
}

async function checkAdvisories() {
  const { readAllAdvisories } = await import('./advisories.mjs');
  return readAllAdvisories();
}

async function checkCommitSubjects() {
  const { findLongSubjects } = await import('./commit-subjects.mjs');
  return findLongSubjects(rootFolder);
}

async function checkExpressions() {
  const { findUnsafeExpressions } = await import('./expressions.mjs');
  const { composingFiles, expressionExceptions } = await import('./expression-exceptions.mjs');
  return findUnsafeExpressions(rootFolder, {
    exceptions: expressionExceptions,
    composing: composingFiles,
    cacheFile: inRoot('tools/judged-expressions.json'),
  });
}

async function checkWebSize() {
  const { measureWeb } = await import('./web-size.mjs');
  const tooLarge = measureWeb().filter(({ sizeKb, limitKb }) => sizeKb > limitKb);
  return tooLarge.map(
    ({ name, sizeKb, limitKb }) => `${name} has ${sizeKb.toFixed(1)} KB, ${limitKb} are allowed`,
  );
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await runCommand(async () => {
    await ensureDependencies();
    const counts = await runChecks(Promise.resolve(isBuildFresh()));
    for (const check of registryChecks) await runCheck(check, counts);
    const { passed, failed } = counts;
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  });
}
