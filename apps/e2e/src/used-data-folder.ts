import { cpSync } from 'node:fs';
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
export function copyUsedDataFolder(kind: keyof UsedDataFolders, dataDir: string): void {
  copyFolder(inject('usedDataFolders')[kind], dataDir);
}

/**
 * Copies a folder with all that it holds. The asynchronous copy takes six times the processor time for the 1,500 files of
 * a Postgres cluster, and half a minute where other programs keep the cores busy.
 */
export function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
}
