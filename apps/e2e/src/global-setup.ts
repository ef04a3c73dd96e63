import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A running product for each test worker, with the demo. */
    products: RunProduct[];
  }
}

/** A product that the end-to-end tests of one worker share, one file after the other. */
export interface RunProduct {
  /** The product's URL: `http://127.0.0.1:<port>`. */
  url: string;
  /** The product's data folder, which contains the passwords of the demo. */
  dataDir: string;
}

/** Starts the built product for each test worker, on an empty data folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = await Promise.all(Array.from({ length: project.config.maxWorkers }, startOne));
  project.provide(
    'products',
    running.map(({ url, dataDir }) => ({ url, dataDir })),
  );
  return async () => {
    await Promise.all(running.map(({ end }) => end()));
  };
}

async function startOne(): Promise<RunProduct & { end(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
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
