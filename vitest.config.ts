import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/memory-folder.mjs';
import { bundleWorkers } from './tools/worker-entries.mjs';

keepTemporaryFilesInMemory();

/** How long `expect.poll` waits: Vitest's own second is too short on a machine whose cores are shared. */
const patiently = { timeout: 30_000 };
/** Makes the other waits of Vitest as patient. */
const patientWaits = 'tools/patient-waits.ts';

/** The test files of the web client and of its elements. */
const webTests = ['apps/web/{src,test}/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.tsx'];

/** Test files that replace modules, or whose modules read the browser's abilities once, while they are loaded. */
const isolatedTests = ['apps/web/src/**/*.isolated.test.{ts,tsx}', 'packages/ui/src/**/*.isolated.test.tsx'];

/**
 * Test files that need the whole machine: they run ffmpeg, kill processes, or compare the costs of two runs. `npm test` leaves
 * them out, because a neighbour on the same core changes their result (decision 064).
 */
const machineTests = [
  '{apps,packages}/*/{src,test}/**/*.machine.test.ts',
  '{tools,bench}/**/*.machine.test.ts',
];

/** The settings that all tests in a browser share. */
const browserTests = {
  setupFiles: [patientWaits],
  // The test files share one browser; each test has its own browser context.
  isolate: false,
  // One file after the other: a browser, a product and a test use both cores of a small machine.
  maxWorkers: 1,
  expect: { poll: patiently },
  // These timeouts only end a test that hangs.
  testTimeout: 180_000,
  hookTimeout: 180_000,
};

/** Test files of several servers on one machine, which need Redis and nginx: `npm run prove -- cluster`. */
const clusterTests = ['apps/server/{src,test}/**/*.cluster.test.ts'];

/** Test files in which PostgreSQL, Redis and etcd die one after the other: `npm run prove -- available`. */
const availableTests = ['apps/server/test/**/*.available.test.ts'];

/**
 * Test files that count what readers read (`packages/testing/src/growth`). They replace methods of texts and regular
 * expressions, which makes V8 slower for the rest of a process.
 */
const growthTests = ['apps/server/{src,test}/**/*.growth.test.ts'];

/** The settings that all tests of the web client share. */
const screenTests = {
  environment: 'jsdom',
  expect: { poll: patiently },
  // A page in jsdom is many small objects that are soon garbage. With a larger space for new objects, few of them are
  // still alive when it is collected; and as other processes use the other cores meanwhile, one thread collects it.
  execArgv: ['--max-semi-space-size=64', '--single-threaded-gc'],
  setupFiles: [patientWaits, 'apps/web/test/setup.ts'],
  // This timeout only ends a hanging test of the web client: simulated typing and the first import of a screen are slow
  // on a machine whose cores are shared.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/**
 * The Vitest configuration of all kinds of tests (unit, server, web, end-to-end), so that a single run can count them
 * all.
 */
export default defineConfig({
  test: {
    // `npm run coverage` reports which branches of the product's sources no unit, server or web test executes.
    coverage: {
      provider: 'v8',
      include: ['apps/{server,web}/src/**/*.{ts,tsx}', 'packages/*/src/**/*.{ts,tsx}'],
      exclude: ['**/*.test.*', 'packages/testing/**'],
      reporter: ['text-summary', 'json', 'json-summary'],
      reportsDirectory: '.cache/coverage',
    },
    projects: [
      {
        test: {
          name: 'unit',
          expect: { poll: patiently },
          setupFiles: [patientWaits],
          include: ['packages/*/{src,test}/**/*.test.ts', '{tools,bench}/**/*.test.ts'],
          exclude: ['packages/db/**', ...machineTests],
          isolate: false,
          // This timeout only ends a hanging unit test: property tests try hundreds of inputs, on a machine whose cores
          // are shared.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'server',
          setupFiles: [patientWaits],
          include: ['apps/server/{src,test}/**/*.test.ts', 'packages/db/{src,test}/**/*.test.ts'],
          exclude: [...availableTests, ...clusterTests, ...growthTests, ...machineTests],
          globalSetup: ['packages/db/test/global-setup.ts'],
          // The test files of a worker share their loaded modules: each test changes only its own server, so loading
          // all modules anew for each file has no benefit.
          isolate: false,
          expect: { poll: patiently },
          // This timeout only ends a hanging test: a list that unpacks to far more than its size took longer than twenty
          // seconds while other programs kept the cores busy.
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: { name: 'growth', setupFiles: [patientWaits], include: growthTests, testTimeout: 60_000 },
      },
      {
        test: {
          ...screenTests,
          name: 'web',
          setupFiles: [...screenTests.setupFiles, 'apps/web/test/screens-setup.ts'],
          include: webTests,
          exclude: [...isolatedTests, ...machineTests],
          // Loading the web client's modules anew for each file would take longer than the tests themselves, so the
          // files of a worker share them; `apps/web/test/setup.ts` puts back what a file may leave behind.
          isolate: false,
        },
      },
      {
        test: { ...screenTests, name: 'web-isolated', include: isolatedTests },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'cluster',
          setupFiles: [patientWaits],
          include: clusterTests,
          globalSetup: ['packages/db/test/global-setup.ts'],
          isolate: false,
          expect: { poll: patiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'available',
          setupFiles: [patientWaits],
          include: availableTests,
          expect: { poll: patiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'machine',
          setupFiles: [patientWaits],
          include: machineTests,
          globalSetup: ['packages/db/test/global-setup.ts'],
          isolate: false,
          maxWorkers: 1,
          expect: { poll: patiently },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...browserTests,
          // The five journeys of `npm test`.
          name: 'smoke',
          include: ['apps/e2e/src/smoke/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/smoke/global-setup.ts'],
        },
      },
      {
        test: {
          ...browserTests,
          name: 'journeys',
          include: ['apps/e2e/src/journeys/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/global-setup.ts'],
        },
      },
      {
        test: {
          ...browserTests,
          // The player alone: every format that providers send, and every way in which a stream breaks off.
          name: 'player',
          include: ['apps/e2e/src/{player,format-samples}/**/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/player/global-setup.ts'],
        },
      },
      {
        test: {
          ...browserTests,
          // Journeys in browsers of other engines: WebKitGTK and Firefox.
          name: 'browsers',
          include: ['apps/e2e/src/browsers/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/player/global-setup.ts'],
        },
      },
    ],
  },
});
