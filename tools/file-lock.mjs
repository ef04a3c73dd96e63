// A lock between processes: a file that holds its owner's process id. The file is written completely and then
// hard-linked into place, so nobody reads a partial lock. A process that finds the lock held waits while its owner
// runs. If the owner has ended, the lock file is renamed, which only one of several waiting processes can do, and then
// deleted.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/**
 * Runs `body` while no other process runs a `body` under the same lock file, and releases the lock when `body` returns
 * or throws.
 *
 * @template T
 * @param {string} file - absolute path of the lock file; its folder is created if missing
 * @param {() => Promise<T>} body
 * @param {(ownerPid: number) => void} [onWait] - called once if another process holds the lock
 * @returns {Promise<T>}
 */
export async function withFileLock(file, body, onWait) {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasWaited = false;
  while (!take(file)) {
    const owner = readOwner(file);
    if (owner !== null && !isAlive(owner)) dropStale(file);
    else if (owner !== null) {
      if (!hasWaited) onWait?.(owner);
      hasWaited = true;
      await delay(pollMs);
    }
  }
  try {
    return await body();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes a file lock, unless another process holds it. @param {string} file */
function take(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Reads the process id of the process that holds a file lock.
 *
 * @param {string} file - path of the lock file
 * @returns {number | null} `null` when the lock has just been released
 */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Removes the file lock of a process that has ended. @param {string} file */
function dropStale(file) {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  // If another process took the lock between reading and renaming the lock file, the file is put back in its place.
  const owner = readOwner(aside);
  try {
    if (owner !== null && isAlive(owner)) linkSync(aside, file);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** @param {number} pid */
function isAlive(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The code of a system error, such as `ENOENT`. @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
