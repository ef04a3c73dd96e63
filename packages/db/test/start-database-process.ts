import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import type { DatabaseProcessReport } from './database-process.ts';

export interface DatabaseProcess {
  pid: number;
  child: ChildProcess;
  report: DatabaseProcessReport;
}

/** Bundles `database-process.ts` (a process that opens a database and waits) so that plain Node can run it. */
export const bundleDatabaseProcess = () =>
  bundleProcess(fileURLToPath(new URL('database-process.ts', import.meta.url)));

/**
 * Bundles a script of a test process with its dependencies so that plain Node can run it, into a folder below the
 * repository's root, where Node finds Postgres's package.
 */
export async function bundleProcess(source: string): Promise<{ script: string; remove(): Promise<void> }> {
  const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'process-'));
  // Some tests run the bundled script of a test process as another user, who must be able to enter its folder.
  await chmod(folder, 0o755);
  const script = join(folder, 'process.mjs');
  await build({
    input: { process: source, 'kill-at-query': fileURLToPath(new URL('kill-at-query.ts', import.meta.url)) },
    platform: 'node',
    // A script with its dependencies in a few files starts in half the time. Packages with native code, files or threads
    // of their own cannot be bundled.
    external: /^(?:sharp|@node-rs|pg-native|pino|piscina|thread-stream)(?:\/|$)/,
    transform: { target: 'node20' },
    output: { dir: folder, entryFileNames: '[name].mjs' },
    logLevel: 'silent',
  });
  return { script, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Runs a bundled script whose process kills itself with SIGKILL after the given number of database queries.
 *
 * @param killAt - the number of queries; `null` lets the script run to its end
 * @returns the number of queries sent, if the script ran to its end
 */
export async function runKilledProcess(
  script: string,
  killAt: number | null,
  ...given: readonly string[]
): Promise<number | null> {
  const child = fork(script, [String(killAt), ...given], {
    execArgv: ['--import', pathToFileURL(join(dirname(script), 'kill-at-query.mjs')).href],
  });
  let queries: number | null = null;
  child.once('message', (message) => {
    queries = Number(message);
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process failed with code ${code}`);
  return queries;
}

/**
 * Starts `database-process.ts` on a data folder, in its own process group, and resolves with its first report: whether
 * it could open the database.
 */
export async function startDatabaseProcess(
  script: string,
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
): Promise<DatabaseProcess> {
  const child = fork(script, [dataDir], { detached: true, execArgv: [], ...user });
  const [report] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The database process ended without a report'))),
  ])) as [DatabaseProcessReport];
  return { pid: child.pid!, child, report }; // `pid` is defined: the process has reported, so it was started.
}

/**
 * Sends a signal to a started database process and resolves with its exit code (`null` when the signal itself ended
 * it).
 */
export async function endDatabaseProcess(
  { child, pid }: DatabaseProcess,
  signal: NodeJS.Signals,
  target: 'process' | 'group' = 'process',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) {
    return child.exitCode;
  }
  const exit = once(child, 'exit') as Promise<[number | null]>;
  process.kill(target === 'group' ? -pid : pid, signal);
  const [code] = await exit;
  return code;
}
