// `npm run player:test`: tests the player alone in a real browser, with every format that providers send and every way in
// which a stream breaks off. It needs Node and npm only, as `npm test` does, which has ten minutes and leaves this out. The
// last printed line counts the tests.
import { ensureDependencies } from './bootstrap.mjs';
import { runChild } from './child.mjs';
import { countLines } from './counted-run.mjs';
import { inRoot } from './paths.mjs';
import { provision } from './provision.mjs';
import { runCommand, Stop } from './terminal.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  await ensureDependencies();
  await provision();
  const { code } = await runChild(process.execPath, [inRoot('tools/build.mjs'), '--quiet'], { show: true });
  if (code !== 0) throw new Stop('No se pudo compilar. El error está más arriba.');
  const counts = await runVitest(['player']);
  if (counts.failed > 0) process.exitCode = 1;
  if (counts.remarks.length > 0) console.log(`\n${counts.remarks.join('\n')}`);
  console.log(countLines(counts));
});
