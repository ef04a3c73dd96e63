// What `.ci/run` runs: `npm test`, then the tests of the player alone, for which `npm test` has no time, then what needs more
// than Node and npm, where it is on this machine: the tests of several servers (Redis and nginx), an independent tool on the
// description of the API (Python), and the shells (their toolchains).
// The last printed line counts all of them. What failed is listed once more before that line, because often only the end
// of what CI prints is kept.
import { countLines, runCounted, tellsOfFailure } from './counted-run.mjs';
import { findMissingPrograms } from './cluster/programs.mjs';
import { inRoot } from './paths.mjs';
import { testShells } from './shells.mjs';
import { inSeconds } from './terminal.mjs';

/** The longest time of the tests of the player, in ms. */
const playerMs = 15 * 60_000;
/** The longest time of the tests of several servers, in ms. */
const clusterMs = 10 * 60_000;
/** How long the description of the API is fuzzed, in seconds, and the longest time with installing the tool, in ms. */
const descriptionSeconds = 40;
const descriptionMs = 5 * 60_000;
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
const player = await testPlayer();
const cluster = await testCluster();
const description = await fuzzDescription();
const shells = await testShells({ isOptional: true, print });
const counts = {
  passed: product.passed + player.passed + cluster.passed + description.passed + shells.passed,
  failed: product.failed + player.failed + cluster.failed + description.failed + shells.failed,
};
if (counts.failed > 0) process.exitCode = 1;
if (failures.length > 0) console.log(`\n${failures.join('\n')}`);
console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
console.log(countLines(counts));

/** Tests the player alone in a real browser. @returns {Promise<import('./counted-run.mjs').Counts>} */
async function testPlayer() {
  console.log('\nReproductor:');
  const options = { timeoutMs: playerMs, print };
  const counts = await runCounted(process.execPath, [inRoot('tools/player-test.mjs')], options);
  console.log(`Reproductor: ${countLines(counts)}`);
  return counts;
}

/** Tests several servers, or says why not. @returns {Promise<import('./counted-run.mjs').Counts>} */
async function testCluster() {
  const missing = findMissingPrograms();
  if (missing.length > 0) {
    console.log(`Varios servidores: se omite, porque falta ${missing.join(' y ')} en esta máquina.`);
    return { passed: 0, failed: 0 };
  }
  console.log('\nVarios servidores:');
  const counts = await runCounted(process.execPath, [inRoot('tools/cluster-test.mjs'), '--quick'], {
    timeoutMs: clusterMs,
    print,
  });
  console.log(`Varios servidores: ${countLines(counts)}`);
  return counts;
}

/** Fuzzes the API by its description; says in one line why not. @returns {Promise<import('./counted-run.mjs').Counts>} */
async function fuzzDescription() {
  console.log('\nDescripción de la API:');
  const args = [inRoot('tools/fuzz-description.mjs'), '--seconds', String(descriptionSeconds)];
  return runCounted(process.execPath, args, { timeoutMs: descriptionMs, print });
}
