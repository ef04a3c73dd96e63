import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startProduct } from '../start-product.ts';

/** Starts the built product with its demo, once: the five journeys of `npm test` run on it, one after the other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  const product = await startProduct(dataDir);
  project.provide('products', [{ url: product.url, dataDir }]);
  return async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
