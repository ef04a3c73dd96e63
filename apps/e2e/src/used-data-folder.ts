import { cp } from 'node:fs/promises';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The paths of the data folders of stopped products, from which tests copy theirs. */
    usedDataFolders: UsedDataFolders;
  }
}

/** The paths of two data folders of products that have started once and have been stopped. */
export interface UsedDataFolders {
  /** With the demo catalogue and its accounts. */
  demo: string;
  /** With the administrator only. */
  bare: string;
}

/**
 * Fills a data folder, for a product that does not run yet, as another product has left its own. A product on an empty
 * folder makes a Postgres cluster and a demo first, which takes more than twice the processor time of any later start.
 *
 * @param dataDir - is created if it does not exist
 */
export async function copyUsedDataFolder(kind: keyof UsedDataFolders, dataDir: string): Promise<void> {
  await cp(inject('usedDataFolders')[kind], dataDir, { recursive: true });
}
