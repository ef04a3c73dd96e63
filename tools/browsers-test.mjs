// `npm run prove -- browsers`: the journeys that have to work in browsers of other engines than Chromium, in WebKitGTK and in
// Firefox. The last printed line counts the tests.
import { findMissingBrowsers } from './browsers/programs.mjs';
import { buildProduct } from './build-product.mjs';
import { countLines } from './counted-run.mjs';
import { provision } from './provision.mjs';
import { runCommand, Stop } from './terminal.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  const missing = findMissingBrowsers();
  if (missing.length > 0) throw new Stop(`En Debian: apt-get install ${missing.join(' ')}`);
  await buildProduct();
  await provision();
  const { passed, failed, remarks } = await runVitest(['browsers'], { workers: 1 });
  if (failed > 0) process.exitCode = 1;
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(countLines({ passed, failed }));
});
