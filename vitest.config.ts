import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/memory-folder.mjs';
import { bundleWorkers } from './tools/worker-entries.mjs';

keepTemporaryFilesInMemory();

/**
 * The number of workers for end-to-end tests: a browser that plays video and the product that serves it keep two cores
 * busy; with fewer cores, video frames are late.
 */
const journeyWorkers = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), 4));

/** Every kind of test in one run, so that one line can count all tests. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['packages/db/**'],
          isolate: false,
          // The timeout only ends a hanging test: property tests try hundreds of inputs, on a machine whose cores are
          // shared.
          testTimeout: 20_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'packages/db/{src,test}/**/*.test.ts'],
          globalSetup: ['packages/db/test/global-setup.ts'],
          // Files share their modules: each test changes only its own server, so loading all modules anew per file has
          // no benefit.
          isolate: false,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/{src,test}/**/*.test.{ts,tsx}', 'packages/ui/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/test/setup.ts'],
          // The timeout only ends a hanging test: simulated typing is slow on a machine whose cores are shared.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['apps/e2e/src/**/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/global-setup.ts'],
          // Files of a worker share one browser; each test has its own browser context.
          isolate: false,
          // Each worker has its own product, so that end-to-end tests do not affect each other; they run after all
          // other tests, because the machine would be too busy otherwise.
          maxWorkers: journeyWorkers,
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
