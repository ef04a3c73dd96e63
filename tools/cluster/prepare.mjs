import { buildProduct } from '../build-product.mjs';
import { Stop } from '../terminal.mjs';
import { findMissingPrograms } from './programs.mjs';

/** Prepares this machine for several servers: installs dependencies and builds. @throws {Stop} when something is missing */
export async function prepareCluster() {
  const missing = findMissingPrograms();
  if (missing.length > 0) {
    throw new Stop(`Falta ${missing.join(' y ')}. En Debian: apt-get install redis-server nginx`);
  }
  await buildProduct();
}
