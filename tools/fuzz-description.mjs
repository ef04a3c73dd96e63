// `npm run fuzz:description`: fuzzes the API by its OpenAPI description for as many seconds as `--seconds N` says, with
// Schemathesis, which needs Python. The last printed line counts its runs.
import { parseArgs } from 'node:util';
import { ensureDependencies } from './bootstrap.mjs';
import { runChild } from './child.mjs';
import { countLines } from './counted-run.mjs';
import { fuzzDescription } from './fuzz/description.mjs';
import { inRoot } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
await runCommand(async () => {
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Stop('Di durante cuántos segundos: npm run fuzz:description -- --seconds 60');
  await ensureDependencies();
  const { code } = await runChild(process.execPath, [inRoot('tools/build.mjs'), '--quiet'], { show: true });
  if (code !== 0) throw new Stop('No se pudo compilar. El error está más arriba.');
  const counts = await fuzzDescription({ seconds, print: (text) => process.stdout.write(text) });
  if (counts.failed > 0) process.exitCode = 1;
  console.log(countLines(counts));
});
