// `npm run prove -- speed`: measures, in three interleaved rounds, how fast the gateway and a prepared answer are beside nginx and
// a bare node:http, and says which ratio has fallen by more than 15 % below the one in `bench/ratios.json`. Neither a slow
// ratio nor a measurement that does not work is a failure, because a busy machine is the cause of either; both are said. The last
// printed line counts the measurements that worked.
import { readFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { measureAnswer } from '../bench/answer.mjs';
import { measureGateway } from '../bench/gateway.mjs';
import { tellRatio } from '../bench/kept-ratios.mjs';
import { startProduct } from '../bench/product.mjs';
import { buildProduct } from './build-product.mjs';
import { countLines } from './counted-run.mjs';
import { inRoot } from './paths.mjs';
import { runCommand } from './terminal.mjs';

/** How long the product and what it is compared with are loaded in each round. */
const seconds = 3;

await runCommand(async () => {
  await buildProduct();
  const { measured, ...kept } = JSON.parse(readFileSync(inRoot('bench/ratios.json'), 'utf8'));
  const load = loadavg()[0] ?? 0;
  console.log(
    `${cpus().length} núcleos, carga ${load.toFixed(1)}, Node ${process.version}; guardadas: ${measured}`,
  );
  const product = await startProduct();
  let passed = 0;
  /** Prints what a measurement has found, or why it has found nothing. @param {() => Promise<string[]>} measure */
  const tell = async (measure) => {
    try {
      const lines = await measure();
      for (const line of lines) console.log(line);
      passed += lines.length;
    } catch (error) {
      console.log(`NO SE HA PODIDO MEDIR: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  try {
    await tell(async () =>
      (await measureGateway(product, seconds)).map(({ name, what, ...result }) =>
        tellRatio(`gateway, ${what}`, result, kept[name]),
      ),
    );
    await tell(async () => {
      const answer = await measureAnswer(product, '/api/channels/list', seconds);
      return [tellRatio('GET /api/channels/list', answer, kept.answer)];
    });
  } finally {
    await product.stop();
  }
  console.log(countLines({ passed, failed: 0 }));
});
