// Where a run of tests keeps its temporary files. Each test file has a database of its own, some hundred small files that are
// copied and removed again, and on many disks making a file takes longer than filling it. So they are kept in memory, where
// the system offers a folder for that.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
const prefix = 'butaca-test-';
/** What a whole run may need at its worst moment, with room to spare. */
const roomBytes = 4 * 1024 ** 3;

/** Makes the folder of this process's run and names it to everything that asks the system for a temporary one. */
export function keepTemporaryFilesInMemory() {
  // Whoever has named a folder wants that one.
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

/** Some systems let nothing be run from there, and some tests do. @param {string} folder */
function runsPrograms(folder) {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** What was left by runs that were killed. */
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
