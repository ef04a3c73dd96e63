// `npm run prove -- available`: kills the primary PostgreSQL, the master of the Redis, the leader of etcd and a server one after the
// other while a thousand viewers save, and prints the figures that were measured. With `--judge`, on a quiet machine, it fails where a time is
// longer than its goal. The last printed line counts the tests.
import { parseArgs } from 'node:util';
import { prepareAvailable } from './cluster/prepare.mjs';
import { countLines } from './counted-run.mjs';
import { runCommand } from './terminal.mjs';
import { collectFigures } from './test-figures.mjs';
import { runVitest } from './vitest-run.mjs';

const { values } = parseArgs({ options: { judge: { type: 'boolean', default: false } } });
const figures = collectFigures();
if (values.judge) process.env['BUTACA_JUDGE_TIMES'] = 'true';
await runCommand(async () => {
  await prepareAvailable();
  const { passed, failed, remarks } = await runVitest(['available']);
  if (failed > 0) process.exitCode = 1;
  console.log(`\nCifras de una base de datos que muere:\n${figures.read().join('\n')}`);
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(countLines({ passed, failed }));
});
figures[Symbol.dispose]();
