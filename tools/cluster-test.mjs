// `npm run cluster:test`: tests several servers on this machine, with Debian's Redis and nginx. The last printed line counts
// the tests.
import { prepareCluster } from './cluster/prepare.mjs';
import { countLines } from './counted-run.mjs';
import { runCommand } from './terminal.mjs';
import { runVitest } from './vitest-run.mjs';

await runCommand(async () => {
  await prepareCluster();
  const { remarks, ...counts } = await runVitest(['cluster']);
  if (counts.failed > 0) process.exitCode = 1;
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(countLines(counts));
});
