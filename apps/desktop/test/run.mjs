// Builds the desktop shell and runs all its tests: Rust's, those of the bridge against a real mpv, and the built shell
// with the built product. The last line counts them. Where the shell cannot be built, one line says why, and nothing
// counts as failed.
import path from 'node:path';
import {
  Missing,
  env,
  prepare,
  prepareDriver,
  projectFolder,
  rootFolder,
  run,
  runAndRead,
} from './toolchain.mjs';

let passed = 0;
let failed = 0;

try {
  await prepare({ forTests: true });
  const driver = await prepareDriver();
  if ((await run('cargo', ['fetch', '--locked', '--quiet'], { cwd: projectFolder })) !== 0)
    throw new Missing('the packages of Rust could not be fetched from crates.io');
  const isCompiled = await testRust();
  await runTests(['apps/desktop/test/mpv.test.mjs', 'apps/desktop/test/mpv-hostile.test.mjs']);
  if (isCompiled) {
    if ((await run(process.execPath, ['tools/build.mjs'], { cwd: rootFolder })) !== 0) failed += 1;
    await runTests(
      [
        'apps/desktop/test/shell.test.mjs',
        'apps/desktop/test/shell-mpv.test.mjs',
        'apps/desktop/test/shell-watch.test.mjs',
      ],
      {
        BUTACA_SHELL: path.join(env.CARGO_TARGET_DIR, 'debug', 'butaca'),
        BUTACA_TAURI_DRIVER: driver,
      },
    );
  } else {
    console.log('The desktop shell could not be compiled, so the tests that open it are not run.');
  }
} catch (error) {
  if (!(error instanceof Missing)) throw error;
  console.log(`The desktop shell is left out: ${error.message}.`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Runs the tests of the Rust project, which builds the shell itself too. @returns whether it could be compiled */
async function testRust() {
  const { code, output } = await runAndRead('cargo', ['test', '--locked', '--quiet'], { cwd: projectFolder });
  const results = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed/gm)];
  add(
    code,
    results.map(([, ok, bad]) => [Number(ok), Number(bad)]),
  );
  return results.length > 0;
}

/**
 * Runs files of Node's tests, one after the other.
 *
 * @param {string[]} files
 * @param {Record<string, string>} [variables]
 */
async function runTests(files, variables = {}) {
  const words = [
    '--import',
    './tools/typescript.mjs',
    '--test',
    '--test-reporter=tap',
    '--test-timeout=420000',
    '--test-concurrency=1',
    ...files,
  ];
  const { code, output } = await runAndRead(process.execPath, words, {
    cwd: rootFolder,
    env: { ...env, ...variables },
  });
  const [ok, bad, cancelled] = ['pass', 'fail', 'cancelled'].map((name) =>
    Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(output)?.[1] ?? 0),
  );
  add(code, [[ok ?? 0, (bad ?? 0) + (cancelled ?? 0)]]);
}

/**
 * Adds the counts of a run; one that fails without a failed test, or runs none, counts as a failure.
 *
 * @param {number | null} code
 * @param {number[][]} counts - passed and failed tests
 */
function add(code, counts) {
  const [ok, bad] = [0, 1].map((index) => counts.reduce((sum, count) => sum + (count[index] ?? 0), 0));
  passed += ok ?? 0;
  failed += bad ?? 0;
  if (!bad && (code !== 0 || !ok)) failed += 1;
}
