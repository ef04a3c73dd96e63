// `npm run prove -- description`: fuzzes the API by its OpenAPI description for as many seconds as `--seconds N` says, with
// Schemathesis, which needs Python. The last printed line counts its runs.
import { parseArgs } from 'node:util';
import { buildProduct } from './build-product.mjs';
import { countLines } from './counted-run.mjs';
import { fuzzDescription } from './fuzz/description.mjs';
import { runCommand, Stop } from './terminal.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
await runCommand(async () => {
  const seconds = Number(values.seconds);
  if (!(seconds > 0))
    throw new Stop('Di durante cuántos segundos: npm run prove -- description --seconds 60');
  await buildProduct();
  const counts = await fuzzDescription({ seconds, print: (text) => process.stdout.write(text) });
  if (counts.failed > 0) process.exitCode = 1;
  console.log(countLines(counts));
});
