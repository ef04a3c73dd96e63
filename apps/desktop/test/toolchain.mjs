import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder with Cargo's project, and the repository's root. */
export const projectFolder = fileURLToPath(new URL('../src-tauri/', import.meta.url));
export const rootFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** Where what is built stays between two runs, outside of the repository. */
const cacheFolder = path.join(
  process.env['BUTACA_SHELL_CACHE'] ?? path.join(homedir(), '.cache', 'butaca-shells'),
  'desktop',
);
const driverVersion = '2.1.0';

/** Cargo is also found where its installer puts it, which the `PATH` of a script may not name. */
export const env = {
  ...process.env,
  PATH: [process.env['PATH'], path.join(homedir(), '.cargo', 'bin')].join(path.delimiter),
  CARGO_TARGET_DIR: path.join(cacheFolder, 'target'),
};

/** What the shell is built with, and what its tests start, with a file by which each package is known. */
const packages = new Map([
  ['libwebkit2gtk-4.1-dev', '/usr/include/webkitgtk-4.1/webkit2/webkit2.h'],
  ['build-essential', '/usr/bin/cc'],
  ['pkg-config', '/usr/bin/pkg-config'],
]);
const testPackages = new Map([
  ['webkit2gtk-driver', '/usr/bin/WebKitWebDriver'],
  ['dbus-daemon', '/usr/bin/dbus-daemon'],
  ['ffmpeg', '/usr/bin/ffmpeg'],
  ['mpv', '/usr/bin/mpv'],
  ['openbox', '/usr/bin/openbox'],
  ['openssl', '/usr/bin/openssl'],
  ['xdotool', '/usr/bin/xdotool'],
  ['xvfb', '/usr/bin/Xvfb'],
]);

/** Why something cannot be done on this machine, as a sentence. */
export class Missing extends Error {}

/**
 * Installs what the build needs, where that is possible.
 *
 * @param {{ forTests?: boolean }} [options]
 * @throws {Missing}
 */
export async function prepare({ forTests = false } = {}) {
  if (process.platform !== 'linux') throw new Missing('the shell is built and tested here on Linux only');
  if (!isInstalled('cargo')) throw new Missing('Rust is not installed (https://rustup.rs)');
  const needed = [...packages, ...(forTests ? testPackages : [])];
  const lacking = needed.filter(([, file]) => !existsSync(file)).map(([name]) => name);
  if (lacking.length === 0) return;
  if (process.getuid?.() !== 0 || !isInstalled('apt-get')) {
    throw new Missing(`these Debian packages are not installed: ${lacking.join(' ')}`);
  }
  console.log(`Installing ${lacking.join(' ')} …`);
  const quiet = { ...env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['-qq', 'update'], { env: quiet });
  const code = await run('apt-get', ['-qq', 'install', '-y', '--no-install-recommends', ...lacking], {
    env: quiet,
  });
  if (code !== 0) throw new Missing(`apt-get could not install ${lacking.join(' ')}`);
}

/**
 * Installs the driver of Tauri's windows, once.
 *
 * @returns {Promise<string>} its program
 * @throws {Missing}
 */
export async function prepareDriver() {
  const folder = path.join(cacheFolder, `tauri-driver-${driverVersion}`);
  const program = path.join(folder, 'bin', 'tauri-driver');
  if (existsSync(program)) return program;
  console.log('Installing tauri-driver …');
  const what = ['install', 'tauri-driver', '--version', driverVersion, '--locked', '--quiet'];
  const code = await run('cargo', [...what, '--root', folder], {
    env: { ...env, CARGO_TARGET_DIR: path.join(cacheFolder, 'driver-target') },
  });
  if (code !== 0) throw new Missing('tauri-driver could not be installed from crates.io');
  return program;
}

/**
 * Runs a program to its end, with its output on this script's own.
 *
 * @param {string} program
 * @param {string[]} words
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function run(program, words, options = {}) {
  const child = spawn(program, words, { stdio: 'inherit', env, ...options });
  const [code] = await once(child, 'exit');
  return /** @type {number | null} */ (code);
}

/**
 * Runs a program to its end and gives what it wrote, which is also shown.
 *
 * @param {string} program
 * @param {string[]} words
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function runAndRead(program, words, options = {}) {
  const child = spawn(program, words, { env, ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
    process.stdout.write(chunk);
  });
  const [code] = await once(child, 'close');
  return { code: /** @type {number | null} */ (code), output };
}

/** @param {string} program */
function isInstalled(program) {
  return (env.PATH ?? '').split(path.delimiter).some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
