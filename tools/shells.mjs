// `npm run shells:test`: tests the shells for phones and desktops (`apps/mobile`, `apps/desktop`), which have toolchains and
// lockfiles of their own. A shell whose toolchain is not on this machine is left out, which one line says. The last
// printed line counts the tests. Arguments choose shells by name: `npm run shells:test -- desktop`.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { countLines, runCounted } from './counted-run.mjs';
import { inRoot } from './paths.mjs';
import { inSeconds } from './terminal.mjs';

/**
 * A shell: its folder in `apps/`, the programs without which it cannot be built, and the longest time of its tests.
 *
 * @typedef {{ name: string, programs: readonly string[], timeoutMs: number }} Shell
 */

const minuteMs = 60_000;

/** @type {readonly Shell[]} */
const shells = [
  { name: 'mobile', programs: ['java', 'mvn'], timeoutMs: 20 * minuteMs },
  { name: 'desktop', programs: ['cargo'], timeoutMs: 45 * minuteMs },
];

/**
 * Runs the tests of the shells whose toolchains are on this machine.
 *
 * @param {readonly string[]} names - which shells; all if empty
 * @returns {Promise<import('./counted-run.mjs').Counts>}
 */
export async function testShells(names = []) {
  const counts = { passed: 0, failed: 0 };
  for (const shell of shells) {
    if (names.length > 0 && !names.includes(shell.name)) continue;
    const missing = missingPrograms(shell.programs, process.env['PATH'] ?? '');
    if (missing.length > 0) {
      console.log(`apps/${shell.name}: se omite, porque falta ${missing.join(' y ')} en esta máquina.`);
      continue;
    }
    const startedAt = performance.now();
    console.log(`\napps/${shell.name}:`);
    const script = inRoot('apps', shell.name, 'test', 'run.mjs');
    const { passed, failed } = await runCounted(process.execPath, [script], { timeoutMs: shell.timeoutMs });
    console.log(
      `apps/${shell.name}: ${countLines({ passed, failed })} (${inSeconds(performance.now() - startedAt)})`,
    );
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

/**
 * Which of the programs are in no folder of a search path.
 *
 * @param {readonly string[]} programs
 * @param {string} searchPath - as the environment variable `PATH`
 */
export function missingPrograms(programs, searchPath) {
  const folders = searchPath.split(path.delimiter).filter(Boolean);
  return programs.filter((program) => !folders.some((folder) => isExecutable(path.join(folder, program))));
}

/** @param {string} file */
function isExecutable(file) {
  if (process.platform === 'win32') return ['.exe', '.cmd'].some((ending) => existsSync(file + ending));
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const counts = await testShells(process.argv.slice(2));
  if (counts.failed > 0) process.exitCode = 1;
  console.log(countLines(counts));
}
