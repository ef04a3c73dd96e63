// `npm run player:test`: tests the player alone in a real browser, with every format that providers send and every way in
// which a stream breaks off. It needs Node and npm only, as `npm test` does, which has ten minutes and leaves this out. The
// last printed line counts the tests.
import { buildProduct } from './build-product.mjs';
import { countLines } from './counted-run.mjs';
import { provision } from './provision.mjs';
import { runCommand } from './terminal.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  await buildProduct();
  await provision();
  const counts = await runVitest(['player']);
  if (counts.failed > 0) process.exitCode = 1;
  if (counts.remarks.length > 0) console.log(`\n${counts.remarks.join('\n')}`);
  console.log(countLines(counts));
});
