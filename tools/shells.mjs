// `npm run shells:test`: tests the shells for phones and desktops (`apps/mobile`, `apps/desktop`), which have toolchains and
// lockfiles of their own. Each installs what it needs; one whose toolchain cannot be installed says so in one line and
// counts nothing. The last printed line counts the tests. Arguments choose shells by name: `npm run shells:test -- desktop`.
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { countLines, runCounted } from './counted-run.mjs';
import { inRoot } from './paths.mjs';

/**
 * A shell: its folder in `apps/`, the program that stands for its toolchain, and the longest time of its tests.
 *
 * @typedef {{ name: string, toolchain: string, timeoutMs: number }} Shell
 */

const minuteMs = 60_000;

/** @type {readonly Shell[]} */
export const shells = [
  { name: 'mobile', toolchain: 'java', timeoutMs: 20 * minuteMs },
  { name: 'desktop', toolchain: 'cargo', timeoutMs: 45 * minuteMs },
];

/**
 * Runs the tests of the shells.
 *
 * @param {readonly string[]} names - which shells; all if empty
 * @returns {Promise<import('./counted-run.mjs').Counts>}
 */
async function testShells(names) {
  const counts = { passed: 0, failed: 0 };
  for (const { name, timeoutMs } of shells) {
    if (names.length > 0 && !names.includes(name)) continue;
    console.log(`\napps/${name}:`);
    const { passed, failed } = await runCounted(process.execPath, [inRoot('apps', name, 'test', 'run.mjs')], {
      timeoutMs,
    });
    counts.passed += passed;
    counts.failed += failed;
  }
  return counts;
}

/** The toolchain of a shell if this machine lacks it. @param {string} toolchain @returns {string[]} */
export const findMissingToolchain = (toolchain) => (isInstalled(toolchain) ? [] : [toolchain]);

/**
 * Whether a program is in a folder of the search path, or where rustup puts Rust's programs.
 *
 * @param {string} program
 * @param {string} [searchPath] - as the environment variable `PATH`
 */
export function isInstalled(program, searchPath = process.env['PATH'] ?? '') {
  const cargoHome = process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo');
  const folders = [...searchPath.split(path.delimiter).filter(Boolean), path.join(cargoHome, 'bin')];
  return folders.some((folder) => isExecutable(path.join(folder, program)));
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
