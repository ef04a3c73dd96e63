// `npm run cluster:test`: tests several servers on this machine, with Debian's Redis and nginx. The last printed line counts
// the tests.
import { ensureDependencies } from './bootstrap.mjs';
import { runChild } from './child.mjs';
import { findMissingPrograms } from './cluster/programs.mjs';
import { countLines } from './counted-run.mjs';
import { inRoot } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  const missing = findMissingPrograms();
  if (missing.length > 0) {
    throw new Stop(`Falta ${missing.join(' y ')}. En Debian: apt-get install redis-server nginx`);
  }
  await ensureDependencies();
  const { code } = await runChild(process.execPath, [inRoot('tools/build.mjs'), '--quiet'], { show: true });
  if (code !== 0) throw new Stop('No se pudo compilar. El error está más arriba.');
  const { remarks, ...counts } = await runVitest(['cluster']);
  if (counts.failed > 0) process.exitCode = 1;
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(countLines(counts));
});
