// `npm run bench -- cluster`: tests several servers on this machine, with Debian's Redis and nginx, and prints the figures that the
// tests have measured. Then it measures, on a machine that should be quiet: ten thousand viewers while one of two and of four
// servers is killed, the throughput of several servers, and bytes through nginx. With `--quick` it only tests. The last printed
// line counts the tests, and a measurement as one test.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from './child.mjs';
import { prepareCluster } from './cluster/prepare.mjs';
import { countLines } from './counted-run.mjs';
import { isInstalled } from './shells.mjs';
import { runCommand } from './terminal.mjs';
import { collectFigures } from './test-figures.mjs';
import { runVitest } from './vitest-run.mjs';

/** What is measured after the tests. Each ends with a failure's exit code when a goal is missed. */
const measurements = [
  ['bench/viewers.mjs', '--cluster', '2', '--kill', '--minutes', '1'],
  ['bench/viewers.mjs', '--cluster', '4', '--kill', '--minutes', '1'],
  ['bench/nginx-gateway.mjs'],
];

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const collected = collectFigures();
if (!values.quick) process.env['BUTACA_JUDGE_TIMES'] = 'true';
await runCommand(async () => {
  await prepareCluster();
  const { remarks, passed, failed } = await runVitest(['cluster']);
  const counts = { passed, failed };
  const missing = ['wrk', 'ffmpeg'].filter((program) => !isInstalled(program));
  if (values.quick) {
    console.log('\nSin las mediciones, que hace la orden sin --quick.');
  } else if (missing.length > 0) {
    console.log(`\nSin las mediciones, porque falta ${missing.join(' y ')} en esta máquina.`);
  } else {
    for (const [script = '', ...args] of measurements) {
      const report = script.includes('viewers')
        ? ['--report', path.join(collected.folder, 'carga.html')]
        : [];
      const { code } = await runScript(script, [...args, ...report]);
      counts[code === 0 ? 'passed' : 'failed'] += 1;
    }
  }
  if (counts.failed > 0) process.exitCode = 1;
  const figures = collected.read();
  if (figures.length > 0) console.log(`\nCifras de varios servidores:\n${figures.join('\n')}`);
  if (remarks.length > 0) console.log(`\n${remarks.join('\n')}`);
  console.log(countLines(counts));
});
collected[Symbol.dispose]();
