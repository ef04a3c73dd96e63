// What `.ci/run` runs: `npm test`, then the tests of the shells whose toolchains are on this machine. The last printed line
// counts both. `npm test` itself needs Node and npm alone, so it does not build the shells. What failed is listed once more
// before that line, because often only the end of what CI prints is kept.
import { countLines, runCounted, tellsOfFailure } from './counted-run.mjs';
import { testShells } from './shells.mjs';
import { inSeconds } from './terminal.mjs';

const startedAt = performance.now();
/** The lines that told of a failure. @type {string[]} */
const failures = [];
/** Prints a piece of what a program prints, which always ends with whole lines. @param {string} text */
const print = (text) => {
  process.stdout.write(text);
  failures.push(...text.split('\n').filter(tellsOfFailure));
};
const product = await runCounted('npm', ['test'], { print });
console.log(`npm test: ${countLines(product)} (${inSeconds(performance.now() - startedAt)})`);
const shells = await testShells({ isOptional: true, print });
const counts = { passed: product.passed + shells.passed, failed: product.failed + shells.failed };
if (counts.failed > 0) process.exitCode = 1;
if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
console.log(countLines(counts));
