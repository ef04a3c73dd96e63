// `npm run bench -- NAME [ARGUMENT…]`: runs a measurement; without a name it lists them. They need an idle machine.
import process from 'node:process';
import { runScript } from '../tools/child.mjs';
import { runCommand, Stop } from '../tools/terminal.mjs';
import { measurements } from './measurements.mjs';

await runCommand(async () => {
  const [name, ...args] = process.argv.slice(2);
  const listed = measurements.map(([each, , what]) => `  ${each.padEnd(10)} ${what}`).join('\n');
  if (name === undefined) {
    console.log(`Di qué se mide, por ejemplo «npm run bench -- api»:\n${listed}`);
    return;
  }
  const script = measurements.find(([each]) => each === name)?.[1];
  if (script === undefined)
    throw new Stop(`No hay ninguna medición llamada ${name}. Las que hay:\n${listed}`);
  const { code } = await runScript(script, args);
  process.exitCode = code;
});
