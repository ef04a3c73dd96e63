/*
 * Installs what the tests of the apps for phones need, and runs all of them. The last line counts them. Where a toolchain
 * or a package cannot be had, one line says so, and nothing has failed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compileApp,
  compileResources,
  compileTests,
  fetchLibraries,
  ProgramFailure,
  run,
  runTests,
} from './android/build-android.mjs';

const mobile = join(import.meta.dirname, '..');
const cache = process.env.BUTACA_SHELL_CACHE || join(homedir(), '.cache/butaca-shells');

/** The programs that are needed, each with Debian's package. */
const programs = { javac: 'openjdk-17-jdk-headless', mvn: 'maven', aapt: 'aapt' };

/** Says in one line why the tests are left out. */
class LeftOut extends Error {}

const isMissing = (program) => spawnSync('which', [program]).status !== 0;

function installPrograms() {
  const missing = Object.keys(programs).filter(isMissing);
  if (missing.length === 0) return;
  if (process.getuid?.() === 0 && !isMissing('apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { env });
    const packages = missing.map((program) => programs[program]);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { env });
  }
  const still = missing.filter(isMissing);
  if (still.length > 0) throw new LeftOut(`${still.join(', ')} cannot be installed here`);
}

/** Installs the packages of the lockfile, unless they are newer than it. */
function installPackages() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new LeftOut('Node 22 for Capacitor is there for Linux on x64 only');
  const installed = join(mobile, 'node_modules/.package-lock.json');
  if (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(mobile, 'package-lock.json')).mtimeMs
  )
    return;
  attempt('the packages of npm', () =>
    run('npm', ['ci', '--workspaces=false', '--no-audit', '--no-fund'], { cwd: mobile }),
  );
}

/** Does what needs a registry. */
function attempt(what, fetch) {
  try {
    return fetch();
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    throw new LeftOut(
      `${what} cannot be had: ${error.message.split('\n').find((line) => /ERR|ERROR/.test(line)) ?? error.message.split('\n', 1)[0]}`,
    );
  }
}

/** Runs test files of Node, and adds their numbers to the count. */
function runNodeTests(count, files, env = {}) {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--test', '--test-reporter=tap', ...files.map((file) => join(import.meta.dirname, file))],
    {
      encoding: 'utf8',
      env: { ...process.env, ...env },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const passed = Number(/^# pass (\d+)$/m.exec(stdout)?.[1] ?? 0);
  const failed =
    Number(/^# fail (\d+)$/m.exec(stdout)?.[1] ?? 1) + Number(/^# cancelled (\d+)$/m.exec(stdout)?.[1] ?? 0);
  if (failed > 0) console.log(stdout + stderr);
  console.log(`${files.join(', ')}: ${passed} passed, ${failed} failed`);
  count.passed += passed;
  count.failed += failed;
}

function runAndroidTests(count, libraries, resources, output) {
  const classes = compileApp(libraries, resources.generated, output);
  console.log('The app compiles against the Android framework.');
  const path = compileTests(libraries, classes, output);
  const { passed, failed, text } = runTests(libraries, path, resources, output);
  if (failed > 0) console.log(text);
  console.log(`Robolectric: ${passed} passed, ${failed} failed`);
  count.passed += passed;
  count.failed += failed;
}

function runAll() {
  const count = { passed: 0, failed: 0 };
  installPrograms();
  installPackages();
  mkdirSync(cache, { recursive: true });
  const libraries = attempt('the libraries of Maven', () => fetchLibraries(cache));
  const output = mkdtempSync(join(tmpdir(), 'butaca-mobile-'));
  try {
    // The first one writes the pages into the projects, and `aapt` then reads them.
    runNodeTests(count, ['sync.test.mjs']);
    const resources = compileResources(libraries, output);
    runNodeTests(count, ['names.test.mjs', 'projects.test.mjs', 'address-page.test.mjs'], {
      BUTACA_MOBILE_RESOURCES: resources.resources,
    });
    runAndroidTests(count, libraries, resources, output);
  } catch (error) {
    if (!(error instanceof ProgramFailure)) throw error;
    console.log(error.message);
    count.failed += 1;
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
  return count;
}

let count = { passed: 0, failed: 0 };
try {
  count = runAll();
} catch (error) {
  if (!(error instanceof LeftOut)) throw error;
  console.log(`The tests of apps/mobile are left out: ${error.message}.`);
}
process.exitCode = count.failed === 0 ? 0 : 1;
console.log(`${count.passed} passed, ${count.failed} failed`);
