/*
 * `npm run prove -- fuzz --minutes N`: sends hostile values in every field of every API endpoint for N minutes, drawn with
 * new seeds. Each failure is printed with its endpoint, its input and the seed that draws the same input again. The
 * second half of the time belongs to an independent tool (`npm run prove -- description`).
 * `npm run prove -- fuzz-parsers --minutes N` gives hostile bytes to the parsers of the server and of the player.
 */
import { parseArgs } from 'node:util';
import { runChild } from './child.mjs';
import { inRoot, rootFolder } from './paths.mjs';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '5' } },
  allowPositionals: true,
});
const [subject = 'contract'] = positionals;
const minutes = Number(values.minutes);
const hasDescription = subject === 'contract';
if (minutes > 0) {
  const args = ['run', '--project', 'machine', `${subject}-fuzz`, '--reporter=verbose'];
  const { code } = await runChild(process.execPath, [inRoot('node_modules/vitest/vitest.mjs'), ...args], {
    cwd: rootFolder,
    env: { ...process.env, BUTACA_FUZZ_MINUTES: String(hasDescription ? minutes / 2 : minutes) },
    show: true,
  });
  process.exitCode = code;
  if (hasDescription) {
    const ofDescription = [inRoot('tools/fuzz-description.mjs'), '--seconds', String(minutes * 30)];
    const second = await runChild(process.execPath, ofDescription, { show: true });
    process.exitCode ||= second.code;
  }
} else {
  console.error('Di durante cuántos minutos: npm run prove -- fuzz --minutes 5');
  process.exitCode = 2;
}
