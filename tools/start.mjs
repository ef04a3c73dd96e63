// Runs an entry module of the built server. `main`, the server, runs in a process of its own, which is started again when it
// has stood still. An argument names another one, as in `node tools/start.mjs cli/admin-reset`, which runs in this process
// and handles signals, the exit code and the terminal itself.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildProduct } from './build-product.mjs';
import { endWithParent } from './end-with-parent.mjs';
import { keepRunning } from './keep-running.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

await runCommand(async () => {
  await buildProduct();

  const name = process.argv[2] ?? 'main';
  const entry = inRoot('apps/server/dist', `${name}.js`);
  if (!existsSync(entry)) throw new Stop(`El servidor no tiene ninguna orden llamada «${name}».`);
  process.chdir(rootFolder);
  const parentWatch = endWithParent();
  if (name === 'main') {
    process.env['DEMO'] ??= 'true';
    process.exitCode = await keepRunning(entry, process.argv.slice(3));
    return;
  }
  // The entry module gets the command-line arguments as if Node had started it directly.
  process.argv.splice(1, process.argv.length > 2 ? 2 : 1, entry);
  await import(pathToFileURL(entry).href);
  clearInterval(parentWatch);
});
