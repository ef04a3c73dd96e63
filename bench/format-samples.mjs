import { runnerImport } from 'vite';
import { provision } from '../tools/provision.mjs';
import { inRoot } from '../tools/paths.mjs';

/**
 * `npm run prove -- zoo [NAME…]`: plays every format sample of `packages/testing` (a video in some container and codec, or a
 * provider's failure) in the built product in a real Chromium and prints the results as a table; parts of names select
 * samples. Exits with 1 when a sample neither plays nor shows the person the true reason, or when fewer than 95 of
 * 100 samples that can be played begin within two seconds.
 */
await provision();
const { module } = await runnerImport(inRoot('apps/e2e/src/format-samples/run-format-samples.ts'), {
  configFile: false,
  logLevel: 'error',
});
if (!(await module.runFormatSamples(process.argv.slice(2), console.log))) process.exitCode = 1;
