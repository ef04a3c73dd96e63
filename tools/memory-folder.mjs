// Chooses the folder for the temporary files of a test run. Each test file has its own Postgres database, some hundred
// small files that are copied and removed again, and on many disks creating such a file takes longer than filling it.
// So the files are kept in memory, in `/dev/shm`, where the system offers it.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
const prefix = 'butaca-test-';
/**
 * The bytes that must be free in `/dev/shm`: the most that the temporary files of a whole test run need, with a margin.
 */
const roomBytes = 4 * 1024 ** 3;

/**
 * Creates a folder in memory for the temporary files of a test run, and sets `TMPDIR` to it for this process and its
 * children.
 */
export function keepTemporaryFilesInMemory() {
  // If the caller has set `TMPDIR`, temporary files stay in the folder that it names.
  if (process.env['TMPDIR'] || !hasRoom()) return;
  removeAbandoned();
  const folder = path.join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (runsPrograms(folder)) {
    process.env['TMPDIR'] = folder;
    process.once('exit', remove);
  } else remove();
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= roomBytes;
  } catch {
    return false;
  }
}

/**
 * Whether programs can be run from a folder: some systems forbid it for `/dev/shm`, and some tests run programs from
 * their temporary folder. @param {string} folder
 */
function runsPrograms(folder) {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Removes the folders in memory that killed test runs have left behind. */
function removeAbandoned() {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
    rmSync(path.join(memory, name), { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
