/**
 * A process that outlives a killed server just long enough to stop its Postgres. It waits on a pipe whose
 * other end only the server holds: however the server ends, the system closes the pipe, the wait is over,
 * and Postgres is told to shut down. It is in no terminal's group, so Ctrl-C reaches neither it nor Postgres.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

const nodeScript =
  "process.stdin.on('end', () => { try { process.kill(Number(process.argv[1]), 'SIGINT') } catch {} }).resume()";

/** @param pid - of the Postgres to stop when this process ends */
export function startWatchdog(pid: number): ChildProcess {
  const [program, ...args]: [string, ...string[]] =
    process.platform === 'win32'
      ? [process.execPath, '-e', nodeScript, String(pid)]
      : ['/bin/sh', '-c', 'read -r _; kill -INT "$0"', String(pid)];
  const watchdog = spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  // Without a watchdog an orphan is still stopped by the next start.
  watchdog.on('error', () => {});
  watchdog.unref();
  (watchdog.stdin as Socket | null)?.unref();
  return watchdog;
}
