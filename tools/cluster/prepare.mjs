import { buildProduct } from '../build-product.mjs';
import { Stop } from '../terminal.mjs';
import { findMissingForAvailable, findMissingPrograms } from './programs.mjs';

/** Prepares this machine for several servers: installs dependencies and builds. @throws {Stop} when something is missing */
export const prepareCluster = () => prepare(findMissingPrograms(), 'redis-server nginx');

/** The same for servers whose database may die. @throws {Stop} when something is missing */
export const prepareAvailable = () =>
  prepare(
    findMissingForAvailable(),
    'postgresql patroni etcd-server python3-etcd redis-server redis-tools nginx',
  );

/** @param {readonly string[]} missing @param {string} packages - those of Debian that have the programs */
async function prepare(missing, packages) {
  if (missing.length > 0)
    throw new Stop(`Falta ${missing.join(' y ')}. En Debian: apt-get install ${packages}`);
  await buildProduct();
}
