// Builds the product, finds or installs the programs of the tests, and runs the test files of one Vitest project one after the
// other: `node tools/vitest-proof.mjs journeys`. The last printed line counts the tests.
import { buildProduct } from './build-product.mjs';
import { countLines } from './counted-run.mjs';
import { provision } from './provision.mjs';
import { inSeconds, runCommand, Stop } from './terminal.mjs';
import { slowestFiles } from './test-count.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  const project = process.argv[2];
  if (project === undefined)
    throw new Stop('Di qué proyecto de Vitest: node tools/vitest-proof.mjs journeys');
  await buildProduct();
  await provision();
  const startedAt = performance.now();
  const { passed, failed, remarks, files } = await runVitest([project], { workers: 1 });
  if (failed > 0) process.exitCode = 1;
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(`\nLos archivos de prueba más lentos:\n${slowestFiles(files, 10).join('\n')}`);
  console.log(`\nTerminado en ${inSeconds(performance.now() - startedAt)}.`);
  console.log(countLines({ passed, failed }));
});
