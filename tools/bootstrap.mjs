// This module runs before node_modules exists: it and its imports use only Node's built-in modules.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { runChild } from './child.mjs';
import { withFileLock } from './file-lock.mjs';
import { rootFolder } from './paths.mjs';
import { Stop } from './terminal.mjs';

const oldestNode = [20, 19];

/**
 * Checks that Node is new enough and that node_modules matches package-lock.json; installs the dependencies if they do
 * not match.
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
 * Refuses a Node older than the oldest supported version.
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
 * Whether node_modules matches package-lock.json, package by package. File times are not compared: a fresh clone gives every file
 * the same time. npm writes its list of installed packages last, so after an interrupted installation that list is
 * missing.
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
      // Most optional packages are for other systems; optional packages for this system (a Postgres, a compiler) are
      // required.
      const isOptional = entry.optional || entry.devOptional;
      if (isOptional && !isForThisSystem(entry)) continue;
      return false;
    }
    if (found.version !== entry.version || found.integrity !== entry.integrity) return false;
    if (entry.link && !existsSync(path.join(root, place))) return false;
  }
  return Object.keys(present).every((place) => place in wanted);
}

/** @param {LockEntry} entry */
function isForThisSystem({ os, cpu, libc }) {
  // Node's built-ins do not report the C library, so a package for one C library counts as optional.
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch) && !libc);
}

/**
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
  // Under npm, npm's own script is known and runs on the same Node as this process; otherwise npm is searched for in
  // the PATH.
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
