/**
 * Manages the data folder of the embedded Postgres (a «cluster» in Postgres's terms). A folder is the product's own
 * when it has the marker file `butaca.json` beside Postgres's files; a folder with anything else in it is refused and
 * never touched. A new cluster is created in a temporary folder beside its final path, marked, and renamed atomically,
 * so that a folder at the final path is always complete.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { programEnvironment } from './binaries.ts';
import { errorCode } from './error-code.ts';
import { newPassword, passwordFileOf, superuser } from './login.ts';
import { commandFor, giveFolder, type RunAs } from './run-as.ts';
import { syncFolder } from './write-durably.ts';
import { now } from '../base/clock.ts';

const markerName = 'butaca.json';
const execute = promisify(execFile);

interface Marker {
  product: 'butaca';
  /**
   * Postgres's own identifier of the cluster, copied into the marker file: it reveals a marker that was copied into the
   * data folder of another cluster.
   */
  clusterId: string;
}

/**
 * Checks the data folder of the embedded Postgres before it is opened or created.
 *
 * @returns `empty` when the path does not exist or is an empty folder, `ours` when it holds the product's cluster
 * @throws {DatabaseStartError} when the folder is not the product's, is damaged, or is of another major version
 */
export async function inspectCluster(folder: string, major: string): Promise<'empty' | 'ours'> {
  const names = await listNames(folder);
  if (names.length === 0) {
    return 'empty';
  }
  if (!names.includes(markerName)) {
    throw new DatabaseStartError(
      `La carpeta ${folder} no está vacía y no es una base de datos de Butaca; no se ha tocado. ` +
        'Indica otra carpeta en DATA_DIR, o vacíala si no la necesitas.',
    );
  }
  const version = names.includes('PG_VERSION') ? await readFile(join(folder, 'PG_VERSION'), 'utf8') : '';
  if (/^\d+$/.test(version.trim()) && version.trim() !== major) {
    throw new DatabaseStartError(
      `Los datos de ${folder} son de Postgres ${version.trim()} y esta versión de Butaca trae Postgres ${major}. ` +
        'Para pasarlos: arranca la versión anterior de Butaca, haz una copia de seguridad, ' +
        'y restáurala con esta versión en una carpeta vacía.',
    );
  }
  const clusterId = await readClusterId(folder);
  const marker = await readMarker(folder);
  if (version.trim() === '' || clusterId === null || marker?.clusterId !== clusterId) {
    throw new DatabaseStartError(
      `La base de datos de ${folder} está incompleta o dañada; no se ha tocado. ` +
        'Restaura una copia de seguridad en una carpeta vacía e indícala en DATA_DIR.',
    );
  }
  return 'ours';
}

/**
 * Creates the data folder of a new Postgres at `folder`, which must be absent or empty, with a superuser whose password
 * is in a file of the folder.
 */
export async function initialiseCluster(folder: string, initdb: string, runAs: RunAs): Promise<void> {
  const parent = `${folder}.initdb-${process.pid}-${now().getTime()}`;
  const fresh = join(parent, 'cluster');
  await mkdir(parent, { mode: 0o700 });
  try {
    const passwordFile = join(parent, passwordFileOf(superuser));
    await writeFile(passwordFile, newPassword(), { mode: 0o600 });
    await giveFolder(parent, runAs);
    const command = commandFor(runAs, initdb, [
      `--pgdata=${fresh}`,
      `--username=${superuser}`,
      '--encoding=UTF8',
      // These options of `initdb` make Postgres sort texts by code point, the same on every machine, whatever locales
      // the system has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
    ]);
    await execute(...command, { env: programEnvironment() });
    const clusterId = await readClusterId(fresh);
    if (clusterId === null) {
      throw new Error('initdb left no control file');
    }
    await rename(passwordFile, join(fresh, passwordFileOf(superuser)));
    await writeFile(
      join(fresh, markerName),
      `${JSON.stringify({ product: 'butaca', clusterId } satisfies Marker)}\n`,
    );
    await syncFolder(fresh);
    await removeEmptyFolder(folder);
    await rename(fresh, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    throw asInitError(error, folder);
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

/**
 * Removes the temporary folders that an interrupted {@link initialiseCluster} has left behind. The caller must hold the
 * lock of the data folder.
 */
export async function removeUnfinishedClusters(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.initdb-`;
  for (const name of await listNames(dirname(folder))) {
    if (name.startsWith(prefix)) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

async function listNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    switch (errorCode(error)) {
      case 'ENOENT':
        return [];
      case 'ENOTDIR':
        throw new DatabaseStartError(`${folder} no es una carpeta. Indica otra en DATA_DIR.`, {
          cause: error,
        });
      case 'EACCES':
      case 'EPERM':
        throw new DatabaseStartError(
          `No se puede leer la carpeta ${folder}. Dale permiso al usuario que ejecuta Butaca, o indica otra en DATA_DIR.`,
          { cause: error },
        );
      default:
        throw error;
    }
  }
}

/**
 * Reads the identifier of a Postgres cluster from the first 64 bits of its control file, in the machine's byte order.
 */
async function readClusterId(folder: string): Promise<string | null> {
  try {
    const control = await readFile(join(folder, 'global', 'pg_control'));
    return control.length < 8 ? null : control.readBigUInt64LE(0).toString();
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

async function readMarker(folder: string): Promise<{ clusterId: unknown } | null> {
  try {
    const content: unknown = JSON.parse(await readFile(join(folder, markerName), 'utf8'));
    return typeof content === 'object' && content !== null && 'clusterId' in content ? content : null;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

async function removeEmptyFolder(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
  }
}

function asInitError(error: unknown, folder: string): unknown {
  const stderr = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr) : '';
  if (errorCode(error) === 'ENOSPC' || stderr.includes('No space left on device')) {
    return new DatabaseStartError(
      `No hay espacio en el disco para crear la base de datos en ${folder}. Libera al menos 100 MB y vuelve a arrancar.`,
      { cause: error },
    );
  }
  if (stderr.includes('could not look up effective user ID')) {
    return new DatabaseStartError(
      'El usuario que ejecuta Butaca solo tiene número, y el Postgres incluido necesita que tenga nombre. ' +
        'Añádelo a /etc/passwd, usa otro usuario, o indica una base de datos propia en DATABASE_URL.',
      { cause: error },
    );
  }
  if (stderr !== '') {
    return new DatabaseStartError(
      `No se pudo crear la base de datos en ${folder}: ${stderr.trim().split('\n').at(-1)}`,
      { cause: error },
    );
  }
  return error;
}
