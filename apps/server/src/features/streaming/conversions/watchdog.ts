import { spawn, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/**
 * Kills a process when this one ends, however it ends: it waits on a pipe whose other end only this process holds. A converter
 * that is held back would otherwise stay so for ever, because nobody is left to let it go on.
 */
export function startWatchdog(pid: number): { stop(): void } {
  const [program, ...args]: [string, ...string[]] =
    process.platform === 'win32'
      ? [process.execPath, '-e', nodeScript, String(pid)]
      : ['/bin/sh', '-c', 'read -r _; kill -KILL "$0"', String(pid)];
  const watchdog: ChildProcess = spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    windowsHide: true,
  });
  // Without one the converter is still ended by an orderly stop.
  watchdog.on('error', () => undefined);
  watchdog.unref();
  (watchdog.stdin as Socket | null)?.on('error', () => undefined).unref();
  return { stop: () => void watchdog.kill('SIGKILL') };
}

const nodeScript =
  "process.stdin.on('end', () => { try { process.kill(Number(process.argv[1]), 'SIGKILL') } catch {} }).resume()";
