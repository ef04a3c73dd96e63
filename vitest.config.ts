import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepTemporaryFilesInMemory } from './tools/memory-folder.mjs';
import { bundleWorkers } from './tools/worker-entries.mjs';

keepTemporaryFilesInMemory();

/** A browser that plays video and the product that serves it keep two cores busy; with fewer, pictures come too late. */
const journeyWorkers = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), 4));

/** Every kind of test in one run, so that one line can count them all. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/{src,test}/**/*.test.ts', 'tools/**/*.test.ts'],
          exclude: ['packages/db/**'],
          isolate: false,
          // Only bounds a hang: a property is tried with hundreds of inputs, on a machine whose cores are shared.
          testTimeout: 20_000,
        },
      },
      {
        plugins: [bundleWorkers()],
        test: {
          name: 'server',
          include: ['apps/server/{src,test}/**/*.test.ts', 'packages/db/{src,test}/**/*.test.ts'],
          globalSetup: ['packages/db/test/global-setup.ts'],
          // What a test changes is a server of its own: reading the whole product anew for each file would show nothing.
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
          // What only bounds a hang: a person's typing is slow on a machine whose cores are shared.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['apps/e2e/src/**/*.e2e.ts'],
          globalSetup: ['apps/e2e/src/global-setup.ts'],
          // One browser for all files of a worker; each test has a context of its own.
          isolate: false,
          // A product for each worker, so that no journey meets another; after the rest, where a machine runs it all at once.
          maxWorkers: journeyWorkers,
          sequence: { groupOrder: 1 },
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
