import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the running product with the demo. */
    productUrl: string;
    /** Its data folder, which holds the demo's passwords. */
    productDataDir: string;
  }
}

/** Starts the built product on an empty data folder, for all journeys of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  const product = await startProduct(dataDir);
  project.provide('productUrl', product.url);
  project.provide('productDataDir', dataDir);
  return async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
