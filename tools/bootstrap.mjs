// This module runs before node_modules exists (it installs the npm dependencies), so it and the modules that it imports
// use only Node's built-in modules.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './child.mjs';
import { withFileLock } from './file-lock.mjs';
import { rootFolder } from './paths.mjs';
import { Stop } from './terminal.mjs';

const oldestNode = [20, 19];

/**
 * Checks that Node is new enough and that node_modules matches package-lock.json; installs the npm dependencies if it
 * does not match.
 *
 * @param {string} [root] - the folder with package-lock.json
 * @throws {Stop} with a sentence in Spanish when Node is too old or the installation fails
 */
export async function ensureDependencies(root = rootFolder) {
  refuseOldNode(process.versions.node);
  if (isInstalled(root)) return;
  await withFileLock(
    path.join(root, '.cache', 'install.lock'),
    async () => {
      if (isInstalled(root)) return;
      console.log('Instalando las dependencias (solo la primera vez o cuando cambian)…');
      await install(root);
    },
    (pid) => console.log(`Otra instalación está en marcha (pid ${pid}); esperando a que termine…`),
  );
}

/**
 * Refuses to run on a Node older than the oldest version that the product supports.
 *
 * @param {string} version - in the form of `process.versions.node`, `20.19.0`
 * @throws {Stop}
 */
function refuseOldNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [needMajor = 0, needMinor = 0] = oldestNode;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new Stop(
    `Butaca necesita Node ${oldestNode.join('.')} o posterior y este es Node ${version}. Instala una versión más nueva desde https://nodejs.org.`,
  );
}

/**
 * Whether node_modules matches package-lock.json, package by package. File times are not compared: a fresh clone gives
 * every file the same time. npm writes its list of installed packages (`node_modules/.package-lock.json`) last, so
 * after an interrupted installation that list is missing.
 *
 * @param {string} root
 */
function isInstalled(root) {
  const wanted = readPackages(path.join(root, 'package-lock.json'));
  if (!wanted)
    throw new Stop(`Falta el archivo package-lock.json en ${root}. Vuelve a descargar el proyecto completo.`);
  const present = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
  if (!present) return false;
  for (const [place, entry] of Object.entries(wanted)) {
    if (!place.includes('node_modules/')) continue;
    const found = present[place];
    if (!found) {
      // Most optional npm packages are for other operating systems and may be missing; an optional package for this
      // system (a Postgres, a compiler) is required.
      const isOptional = entry.optional || entry.devOptional;
      if (isOptional && !isForThisSystem(entry)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (entry.link && !existsSync(path.join(root, place))) return false;
  }
  return Object.keys(present).every((place) => place in wanted);
}

/** Whether an npm package is made for this operating system and processor. @param {LockEntry} entry */
function isForThisSystem({ os, cpu, libc }) {
  // Node's built-ins do not report which C library the system has, so a package for one C library counts as optional.
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

/**
 * A package as package-lock.json describes it.
 *
 * @typedef {object} LockEntry
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * Reads the packages that an npm lockfile lists.
 *
 * @param {string} file
 * @returns {Record<string, LockEntry> | null} `null` when the file is missing or truncated
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** @param {string} root */
async function install(root) {
  // When npm started this process, the path of npm's script is known, and it is run with the same Node as this process;
  // otherwise npm is searched for in the PATH.
  const npmScript = process.env['npm_execpath'];
  const isNpm = npmScript?.endsWith('npm-cli.js') && existsSync(npmScript);
  const [program, first] = isNpm ? [process.execPath, [npmScript]] : ['npm', []];
  // NODE_ENV=production would leave out the development dependencies, which are needed to build the product.
  const args = [
    ...first,
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
  ];
  const { code } = await runChild(program, args, { cwd: root, show: true });
  if (code === 127)
    throw new Stop('No se encuentra npm. Se instala junto con Node desde https://nodejs.org.');
  if (code !== 0) {
    throw new Stop(
      `No se pudieron instalar las dependencias (npm terminó con el código ${code}). Revisa la conexión a Internet, el espacio en disco y los permisos de ${root}, y vuelve a intentarlo.`,
    );
  }
  if (!isInstalled(root)) {
    throw new Stop(
      'npm terminó sin errores, pero node_modules no coincide con package-lock.json. Borra node_modules y vuelve a intentarlo.',
    );
  }
}
