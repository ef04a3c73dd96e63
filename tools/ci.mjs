// What `.ci/run` runs: `npm test`, then one after the other the tests that need the whole machine (`proofs.mjs`), where the
// programs that they need are on this machine.
// The last printed line counts all of them. What failed is listed once more before that line, because often only the end
// of what CI prints is kept.
import { countLines, runCounted, tellsOfFailure } from './counted-run.mjs';
import { proofs, runProof } from './proofs.mjs';
import { inSeconds } from './terminal.mjs';

const startedAt = performance.now();
/** The lines that told of a failure. @type {string[]} */
const failures = [];
/** Prints a piece of what a program prints, which always ends with whole lines. @param {string} text */
const print = (text) => {
  process.stdout.write(text);
  failures.push(...text.split('\n').filter(tellsOfFailure));
};
const counts = await runCounted('npm', ['test'], { print });
console.log(`npm test: ${countLines(counts)} (${inSeconds(performance.now() - startedAt)})`);
for (const proof of proofs) {
  const { passed, failed } = await runProof(proof, print);
  counts.passed += passed;
  counts.failed += failed;
}
if (counts.failed > 0) process.exitCode = 1;
if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
console.log(countLines(counts));
