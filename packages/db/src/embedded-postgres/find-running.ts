import { join, resolve } from 'node:path';
import { isFolderHeld } from './folder-lock.ts';
import { connectionStringFor, productDatabase, readLogin, serverRole } from './login.ts';
import { findPostmaster, readPostmasterFile } from './orphan.ts';

/**
 * Finds the embedded Postgres that a running server of the product has started on a data folder.
 *
 * @returns the connection URL of that Postgres; `undefined` when no server runs there, or the server is still starting it
 */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const folder = join(resolve(dataDir), 'postgres');
  // A Postgres whose server no longer runs is an orphan, which the next start of the server stops; it is not reported.
  if (!(await isFolderHeld(resolve(dataDir))) || (await findPostmaster(folder)) === null) return undefined;
  const [, , , port, socketFolder, , , state] = (await readPostmasterFile(folder)) ?? [];
  if (state?.trim() !== 'ready') return undefined;
  const endpoint = socketFolder
    ? ({ kind: 'socket', folder: socketFolder, port: Number(port) } as const)
    : ({ kind: 'loopback', port: Number(port) } as const);
  const login = await readLogin(folder, serverRole);
  return login.password === undefined ? undefined : connectionStringFor(endpoint, productDatabase, login);
}
