/**
 * Locks the product's data folder, so that only one server uses it. The lock is a file that names its holder: the
 * process id and the process's start time, because ids are reused. A hard link creates the file atomically, and only
 * where none exists. When the holder no longer runs, the lock file is renamed and read a second time: if another start
 * of the server replaced it in between, the file is renamed back and stays valid. Postgres's own lock on its folder
 * decides the remaining races.
 */
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { dataFolderInUse } from './data-folder-in-use.ts';
import { errorCode } from './error-code.ts';
import { processStart } from './process-identity.ts';
import { now } from '../base/clock.ts';

interface LockHolder {
  pid: number;
  start: string;
}

/**
 * Lock files held by this process; they tell a lock of this process from one of an ended process with the same id, on
 * systems that do not report when a process started.
 */
const held = new Set<string>();

const attempts = 20;

/**
 * Locks a data folder for this server, with a lock file in it.
 *
 * @returns a function that releases the lock
 * @throws {DatabaseStartError} when another server, or this one, already has the folder open
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'postgres.lock');
  const own: LockHolder = { pid: process.pid, start: processStart(process.pid) ?? 'running' };
  const draft = `${path}.${own.pid}.${now().getTime()}`;
  await writeFile(draft, JSON.stringify(own), { mode: 0o600, flag: 'wx' });
  try {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      if (await tryLink(draft, path)) {
        held.add(path);
        return async () => {
          held.delete(path);
          await rm(path, { force: true });
        };
      }
      await refuseIfHeld(path);
      await moveStaleAside(path, `${draft}.stale`);
    }
  } finally {
    await rm(draft, { force: true });
  }
  throw new DatabaseStartError(
    `Otros procesos están abriendo ${dataDir} a la vez. Deja uno solo en marcha y vuelve a intentarlo.`,
  );
}

/** Whether a running server of the product, this one included, holds the lock of the data folder. */
export async function isFolderHeld(dataDir: string): Promise<boolean> {
  const path = join(dataDir, 'postgres.lock');
  const holder = await readHolder(path);
  return holder !== null && isHeld(path, holder);
}

async function tryLink(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

async function refuseIfHeld(path: string): Promise<void> {
  const holder = await readHolder(path);
  if (holder !== null && isHeld(path, holder)) {
    throw dataFolderInUse(holder.pid);
  }
}

async function readHolder(path: string): Promise<LockHolder | null> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof content === 'object' && content !== null && 'pid' in content && 'start' in content) {
      const { pid, start } = content;
      return typeof pid === 'number' && typeof start === 'string' ? { pid, start } : null;
    }
    return null;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) {
      return null;
    }
    throw error;
  }
}

function isHeld(path: string, holder: LockHolder): boolean {
  if (holder.pid === process.pid && !held.has(path)) {
    return false;
  }
  return processStart(holder.pid) === holder.start;
}

async function moveStaleAside(path: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return;
    }
    throw error;
  }
  const holder = await readHolder(aside);
  if (holder !== null && isHeld(path, holder)) {
    await tryLink(aside, path);
  }
  await unlink(aside);
}
