import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';
import { copyFolder, makeUsedDataFolder } from './used-data-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A running product for each worker of the end-to-end tests, with the demo catalogue. */
    products: RunProduct[];
  }
}

/** A running product that the end-to-end test files of one worker share, one file after the other. */
export interface RunProduct {
  /** The URL of the test worker's product: `http://127.0.0.1:<port>`. */
  url: string;
  /** The data folder of the test worker's product, which contains the passwords of the demo accounts. */
  dataDir: string;
}

/**
 * Starts the built product on an empty data folder, once with and once without the demo, and then on copies of these
 * folders: once for each worker of the end-to-end tests.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [demo, bare] = await Promise.all([makeUsedDataFolder('true'), makeUsedDataFolder('false')]);
  project.provide('usedDataFolders', { demo, bare });
  const startOne = () => startOn(demo);
  const running = await Promise.all(Array.from({ length: project.config.maxWorkers }, startOne));
  project.provide(
    'products',
    running.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(running.map(({ end }) => end()));
    await Promise.all([demo, bare].map((folder) => rm(folder, { recursive: true, force: true })));
  };
}

async function startOn(used: string): Promise<RunProduct & { end(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  copyFolder(used, dataDir);
  const product = await startProduct(dataDir);
  return {
    url: product.url,
    dataDir,
    async end() {
      await product.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
