import { cpSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startProduct } from './start-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The paths of the data folders of stopped products, from which tests copy theirs. */
    usedDataFolders: UsedDataFolders;
  }
}

/** The paths of data folders of products that have started once and have been stopped. */
export interface UsedDataFolders {
  /** With the demo catalogue and its accounts; the tests of the player alone have none. */
  demo?: string;
  /** With the administrator only. */
  bare: string;
}

/**
 * Starts a product on an empty data folder, and stops it.
 *
 * @param demo - whether the product makes the demo catalogue: `true` or `false`
 * @returns the path of the data folder
 */
export async function makeUsedDataFolder(demo: 'true' | 'false'): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-e2e-'));
  const product = await startProduct(dataDir, { DEMO: demo });
  await product.stop();
  return dataDir;
}

/**
 * Fills a data folder, for a product that does not run yet, as another product has left its own. A product on an empty
 * folder makes a Postgres cluster and a demo first, which takes more than twice the processor time of any later start.
 *
 * @param dataDir - is created if it does not exist
 */
export function copyUsedDataFolder(kind: keyof UsedDataFolders, dataDir: string): void {
  const used = inject('usedDataFolders')[kind];
  if (used === undefined) throw new Error(`there is no used data folder of the kind ${kind}`);
  copyFolder(used, dataDir);
}

/**
 * Copies a folder with all that it holds. The asynchronous copy takes six times the processor time for the 1,500 files of
 * a Postgres cluster, and half a minute where other programs keep the cores busy.
 */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
