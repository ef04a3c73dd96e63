import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { makeUsedDataFolder } from '../used-data-folder.ts';

/** Makes the data folder from which the products of the tests of the player alone start: without the demo. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const bare = await makeUsedDataFolder('false');
  project.provide('usedDataFolders', { bare });
  return () => rm(bare, { recursive: true, force: true });
}
