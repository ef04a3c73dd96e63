/**
 * Stops an orphaned Postgres. Postgres may outlive the server that started it when both the server and the watchdog
 * process, which stops Postgres after a kill, were killed. The server that now holds the lock of the data folder finds
 * the orphan by the process id in postmaster.pid, verifies that this process is a Postgres on this folder, and shuts it
 * down. If the id now belongs to another program, that program is left alone, and Postgres itself removes the stale
 * file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { DatabaseLog } from '../connection/database-log.ts';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { dataFolderInUse } from './data-folder-in-use.ts';
import { errorCode } from './error-code.ts';
import { processStart } from './process-identity.ts';
import { pause, steadyMs } from '../base/clock.ts';

const pollMs = 25;
/**
 * Signals that stop an orphaned Postgres, and how long to wait after each, in milliseconds: first a shutdown that
 * writes everything to disk, then an immediate one.
 */
const stopSignals: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
];

/**
 * Stops a Postgres that runs on a data folder although the server that started it no longer runs.
 * @throws {DatabaseStartError} when such a Postgres cannot be stopped
 */
export async function stopOrphan(folder: string, log: DatabaseLog): Promise<void> {
  const pid = await findPostmaster(folder);
  if (pid === null) {
    return;
  }
  const start = processStart(pid);
  log.warn({ pid }, 'A Postgres from before is still running on the data folder; it is stopped');
  for (const [signal, patienceMs] of stopSignals) {
    if (!tryKill(pid, signal)) {
      break;
    }
    const deadline = steadyMs() + patienceMs;
    while (steadyMs() < deadline) {
      if (processStart(pid) !== start) {
        return;
      }
      await pause(pollMs);
    }
  }
  if (processStart(pid) === start) {
    throw new DatabaseStartError(
      `Un Postgres anterior sigue abierto sobre ${folder} (pid ${pid}) y no se deja detener. ` +
        'Termina ese proceso y vuelve a arrancar.',
    );
  }
}

/**
 * Refuses a data folder on which a Postgres in another container runs: its process id is not visible in this container,
 * but it answers on its socket in the shared folder.
 *
 * @throws {DatabaseStartError} when a Postgres answers
 */
export async function refuseIfAnswering(folder: string): Promise<void> {
  const [pid, , , port, socketFolder] = (await readPostmasterFile(folder)) ?? [];
  if (!socketFolder) {
    return;
  }
  const isAnswering = await new Promise<boolean>((resolve) => {
    const socket = createConnection(join(socketFolder, `.s.PGSQL.${port}`), () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
  if (isAnswering) {
    throw dataFolderInUse(pid);
  }
}

/**
 * Finds the main process of the Postgres that runs on a data folder.
 * @returns its process id, or `null`
 */
export async function findPostmaster(folder: string): Promise<number | null> {
  const [firstLine = ''] = (await readPostmasterFile(folder)) ?? [];
  const pid = Number.parseInt(firstLine, 10);
  if (!(pid > 0) || pid === process.pid || processStart(pid) === null) {
    return null;
  }
  return (await isPostgresOn(pid, folder)) ? pid : null;
}

/**
 * Reads the process id of a Postgres that has ended but is still named in postmaster.pid, the lock file of its folder.
 * @returns `null` when there is no such id, or that process is still a Postgres on this folder
 */
export async function findStalePid(folder: string): Promise<number | null> {
  const [firstLine = ''] = (await readPostmasterFile(folder)) ?? [];
  const pid = Number.parseInt(firstLine, 10);
  return pid > 0 && (await findPostmaster(folder)) === null ? pid : null;
}

/**
 * Reads the lines of Postgres's postmaster.pid: process id, data folder, start time, port, socket folder, listen
 * address, memory, state.
 */
export async function readPostmasterFile(folder: string): Promise<string[] | null> {
  try {
    return (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') {
      return null;
    }
    throw error;
  }
}

async function isPostgresOn(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      // The working directory of a Postgres process is its data folder, under whatever path it was started.
      const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
      return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === (await realpath(folder));
    }
    if (process.platform === 'win32') {
      const tasks = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' });
      return tasks.toLowerCase().includes('postgres');
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(folder);
  } catch {
    return false;
  }
}

function tryKill(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    return false;
  }
}
