// Runs an entry module of the built server in this process: `main` (the server) unless an argument names another one,
// as in `node tools/start.mjs cli/admin-reset`. The entry module itself handles signals, the exit code and the
// terminal.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { buildProduct } from './build-product.mjs';
import { inRoot, rootFolder } from './paths.mjs';
import { runCommand, Stop } from './terminal.mjs';

await runCommand(async () => {
  await buildProduct();

  const name = process.argv[2] ?? 'main';
  const entry = inRoot('apps/server/dist', `${name}.js`);
  if (!existsSync(entry)) throw new Stop(`El servidor no tiene ninguna orden llamada «${name}».`);
  process.chdir(rootFolder);
  if (name === 'main') process.env['DEMO'] ??= 'true';
  const parentWatch = endWithParent();
  // The entry module gets the command-line arguments as if Node had started it directly.
  process.argv.splice(1, process.argv.length > 2 ? 2 : 1, entry);
  await import(pathToFileURL(entry).href);
  // Once the server has started, it checks by itself whether its parent process still runs; a command such as
  // `cli/admin-reset` has already ended.
  clearInterval(parentWatch);
});

/**
 * Stops this process when its parent process ends. npm runs this process through a shell. A signal sent to npm alone
 * ends the shell, which does not forward the signal, and this process would keep running without a parent.
 */
function endWithParent() {
  if (!process.env['npm_lifecycle_event']) return undefined;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  return watch.unref();
}
