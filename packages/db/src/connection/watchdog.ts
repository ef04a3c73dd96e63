/**
 * A watchdog is a helper process that stops another process, such as Postgres, when the server was killed. It blocks on
 * a pipe whose other end only the server holds: however the server ends, the system closes the pipe, and the watchdog
 * sends its signal and exits. It has its own process group, so Ctrl-C in a terminal does not reach it.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

const nodeScript =
  "process.stdin.on('end', () => { try { process.kill(Number(process.argv[1]), process.argv[2]) } catch {} }).resume()";

/**
 * Starts a watchdog: a helper process that stops the watched process when the calling process was killed. If the
 * watchdog itself cannot be started, the watched process outlives a killed server; an orderly shutdown still stops it.
 * Call the returned `stop` once the watched process has ended by itself.
 *
 * @param pid - the id of the process to stop when the calling process ends
 * @param signal - the signal that stops the watched process
 */
export function startWatchdog(pid: number, signal: 'SIGINT' | 'SIGKILL'): { stop(): void } {
  const [program, ...args]: [string, ...string[]] =
    process.platform === 'win32'
      ? [process.execPath, '-e', nodeScript, String(pid), signal]
      : ['/bin/sh', '-c', `read -r _; kill -${signal.slice(3)} "$0"`, String(pid)];
  const watchdog = spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  watchdog.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as Socket | null)?.on('error', () => undefined).unref();
  return { stop: () => void watchdog.kill('SIGKILL') };
}
