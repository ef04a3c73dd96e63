// The shells for phones and desktops (`apps/mobile`, `apps/desktop`), which have toolchains and lockfiles of their own.
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

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
