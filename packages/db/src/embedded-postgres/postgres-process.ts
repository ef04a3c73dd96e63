import { execFile, spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { DatabaseLog } from '../connection/database-log.ts';
import { DatabaseStartError } from '../connection/database-start-error.ts';
import { endsWithin } from '../connection/ends-within.ts';
import { startWatchdog } from '../connection/watchdog.ts';
import { programEnvironment, type PostgresBinaries } from './binaries.ts';
import { findStalePid } from './orphan.ts';
import { commandFor, type RunAs } from './run-as.ts';
import { diskFullError } from './write-durably.ts';
import { pause, steadyMs } from '../base/clock.ts';

/**
 * What the embedded Postgres listens on: a socket in a private folder, or (on Windows) a port of the loopback
 * interface.
 */
export type Endpoint = { kind: 'socket'; folder: string; port: number } | { kind: 'loopback'; port: number };

export interface PostgresLaunch {
  binaries: PostgresBinaries;
  runAs: RunAs;
  folder: string;
  endpoint: Endpoint;
  log: DatabaseLog;
  /** Postgres settings that replace the defaults with which the product starts Postgres. */
  settings?: Readonly<Record<string, string>> | undefined;
}

export interface PostgresProcess {
  pid: number;
  /** Resolves when the Postgres process has ended, for any reason. */
  ended: Promise<void>;
  /** Shuts Postgres down: ends all sessions, writes a checkpoint, and resolves when the process has ended. */
  stop(): Promise<void>;
}

/**
 * How long Postgres may take to start, in milliseconds: recovery after a crash reads at most `max_wal_size` (1 GB) of
 * write-ahead log.
 */
const readyTimeoutMs = 120_000;
const fastShutdownMs = 20_000;
const immediateShutdownMs = 5_000;
/**
 * How long the backends (child processes) of a killed Postgres may take to exit, in milliseconds; until then its shared
 * memory is in use, and a new Postgres cannot start on the same folder.
 */
const predecessorTimeoutMs = 15_000;
const predecessorPauseMs = 100;

const execute = promisify(execFile);

/**
 * Starts Postgres on a data folder and waits until it accepts connections.
 * @throws {DatabaseStartError} with the last lines of Postgres's log when it does not start
 */
export async function launchPostgres(launch: PostgresLaunch): Promise<PostgresProcess> {
  const deadline = steadyMs() + predecessorTimeoutMs;
  for (;;) {
    const outcome = await tryLaunch(launch);
    if ('pid' in outcome) {
      return outcome;
    }
    const words = outcome.lastLines.join('\n');
    const isPredecessorEnding = words.includes('shared memory block') && words.includes('still in use');
    if (!isPredecessorEnding || steadyMs() > deadline) {
      throw asStartError(words, launch.folder);
    }
    await pause(predecessorPauseMs);
  }
}

async function tryLaunch(launch: PostgresLaunch): Promise<PostgresProcess | { lastLines: string[] }> {
  const settings = serverArguments(launch);
  const stalePid = await findStalePid(launch.folder);
  const child = spawn(...commandFor(launch.runAs, launch.binaries.postgres, settings), {
    cwd: launch.folder,
    // Postgres gets its own process group: Ctrl-C must reach only the server, which stops Postgres at the end of its
    // own shutdown.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    // Postgres refuses to start while a process, even another program or a zombie, has the process id in its stale lock
    // file. It ignores the id in `PG_GRANDPARENT_PID` (meant for pg_ctl's own id), so the stale id is passed there;
    // Postgres still checks whether child processes of the dead Postgres use its shared memory.
    env: { ...programEnvironment(), ...(stalePid === null ? {} : { PG_GRANDPARENT_PID: String(stalePid) }) },
    windowsHide: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, 'SIGINT');
  const { ready, lastLines } = readLog(child, launch.log);
  void ended.then(() => watchdog?.stop());

  let isReady = false;
  void ready.then(() => (isReady = true));
  await endsWithin(Promise.race([ready, ended]), readyTimeoutMs);
  const { pid } = child;
  if (!isReady || pid === undefined) {
    child.kill('SIGQUIT');
    await ended;
    return { lastLines };
  }
  // A running Postgres must not keep the server process from exiting; the watchdog process stops Postgres then.
  child.unref();
  (child.stderr as Socket | null)?.unref();
  return { pid, ended, stop: () => stopPostgres(launch, child, ended) };
}

function serverArguments({ folder, endpoint, settings: own }: PostgresLaunch): string[] {
  const settings = {
    ...(endpoint.kind === 'socket'
      ? {
          listen_addresses: '',
          unix_socket_directories: `"${endpoint.folder.replaceAll('"', '""')}"`,
          unix_socket_permissions: '0700',
        }
      : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
    port: String(endpoint.port),
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // New files of the write-ahead log are not filled with zeros first: an import of a hundred thousand titles makes twenty of
    // them, and would write them twice.
    wal_init_zero: 'off',
    wal_buffers: '16MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_line_prefix: '',
    // Postgres's log must not contain values of rows: neither the statement nor the DETAIL of a violated constraint.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...own,
  };
  return ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

function readLog(child: ChildProcess, log: DatabaseLog): { ready: Promise<void>; lastLines: string[] } {
  const lastLines: string[] = [];
  const stderr = child.stderr!; // `stderr` is not null: Postgres was started with a pipe for it.
  const lines = createInterface({ input: stderr });
  const ready = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - 20);
      const isSevere = /^(FATAL|PANIC):/.test(line);
      log[isSevere ? 'warn' : 'debug']({ component: 'postgres' }, line);
      if (line.includes('database system is ready to accept connections')) {
        resolve();
      }
    });
  });
  child.once('error', (error) => lastLines.push(error.message));
  return { ready, lastLines };
}

async function stopPostgres(
  launch: PostgresLaunch,
  child: ChildProcess,
  ended: Promise<void>,
): Promise<void> {
  child.ref();
  if (process.platform === 'win32') {
    // On Windows a signal would kill Postgres without a shutdown; `pg_ctl stop` shuts it down.
    await execute(launch.binaries.pgCtl, ['stop', '-D', launch.folder, '-m', 'fast', '-w'], {
      env: programEnvironment(),
    }).catch(() => child.kill());
    await ended;
    return;
  }
  child.kill('SIGINT');
  if (await endsWithin(ended, fastShutdownMs)) {
    return;
  }
  launch.log.warn(
    {},
    'Postgres did not shut down in time; it is stopped at once and recovers on the next start',
  );
  child.kill('SIGQUIT');
  if (!(await endsWithin(ended, immediateShutdownMs))) {
    child.kill('SIGKILL');
    await ended;
  }
}

function asStartError(words: string, folder: string): DatabaseStartError {
  if (words.includes('No space left on device')) {
    return diskFullError(folder);
  }
  const reason =
    words.split('\n').findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? words.split('\n').at(-1) ?? '';
  return new DatabaseStartError(
    `El Postgres incluido no pudo abrir ${folder}. Dijo: ${reason || 'nada'}. ` +
      'Corrige esa causa y vuelve a arrancar, o restaura una copia de seguridad en una carpeta vacía.',
  );
}
