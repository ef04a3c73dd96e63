/**
 * One server per data folder. The lock is a file that names its holder: the process number and the start time, because numbers
 * are reused. A hard link creates the file atomically, and only where none exists. When the holder no longer runs, the lock is
 * renamed and read a second time: if another start replaced it in between, it is put back and stays valid. Postgres's own lock
 * on its folder decides the races that remain.
 */
import { link, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { errorCode } from './error-code.ts';
import { processStart } from './process-identity.ts';

interface LockHolder {
  pid: number;
  start: string;
}

/** Locks of this process, for systems that do not tell a process's start time. */
const held = new Set<string>();

const attempts = 20;

/**
 * @returns a function that releases the lock
 * @throws {DatabaseStartError} when another server, or this one, has the folder open
 */
export async function lockFolder(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, 'postgres.lock');
  const own: LockHolder = { pid: process.pid, start: processStart(process.pid) ?? 'running' };
  const draft = `${path}.${own.pid}.${Date.now()}`;
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

/** Whether a server that is running, this one included, has the folder open. */
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
    throw new DatabaseStartError(`El directorio de datos está en uso (pid ${holder.pid}).`);
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
