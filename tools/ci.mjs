// What `.ci/run` runs: `npm test`, then the tests of the shells whose toolchains are on this machine. The last printed line
// counts both. `npm test` itself needs Node and npm alone, so it does not build the shells.
import { countLines, runCounted } from './counted-run.mjs';
import { testShells } from './shells.mjs';
import { inSeconds } from './terminal.mjs';

const startedAt = performance.now();
const product = await runCounted('npm', ['test']);
console.log(`npm test: ${countLines(product)} (${inSeconds(performance.now() - startedAt)})`);
const shells = await testShells({ isOptional: true });
const counts = { passed: product.passed + shells.passed, failed: product.failed + shells.failed };
if (counts.failed > 0) process.exitCode = 1;
console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
console.log(countLines(counts));
