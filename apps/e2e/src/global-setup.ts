import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The running product, demo included. */
    productUrl: string;
    /** Its data folder, where the demo's passwords are. */
    productDataDir: string;
  }
}

/** Starts the built product on an empty data folder, for the journeys of the run. */
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
