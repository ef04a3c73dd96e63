/**
 * A watchdog process that stops Postgres when the server was killed. It blocks on a pipe whose other end only the server holds:
 * however the server ends, the system closes the pipe, and the watchdog tells Postgres to shut down and exits. It has its own
 * process group, so Ctrl-C in a terminal reaches neither the watchdog nor Postgres.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

const nodeScript =
  "process.stdin.on('end', () => { try { process.kill(Number(process.argv[1]), 'SIGINT') } catch {} }).resume()";

/** @param pid - the Postgres to stop when the process that calls this ends */
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
  // Without a watchdog the next start still stops an orphan.
  watchdog.on('error', () => {});
  watchdog.unref();
  (watchdog.stdin as Socket | null)?.unref();
  return watchdog;
}
