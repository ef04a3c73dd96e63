import { runnerImport } from 'vite';
import { provision } from '../tools/provision.mjs';
import { inRoot } from '../tools/paths.mjs';

/**
 * `npm run zoo -- [NAME…]`: how everything in the zoo of `packages/testing` comes to a viewer of the built product in a real
 * Chromium, as a table; all of it unless parts of names are given. Ends with 1 when something neither plays nor says why.
 */
await provision();
const { module } = await runnerImport(inRoot('apps/e2e/src/zoo/run-zoo.ts'), {
  configFile: false,
  logLevel: 'error',
});
if (!(await module.runZoo(process.argv.slice(2), console.log))) process.exitCode = 1;
