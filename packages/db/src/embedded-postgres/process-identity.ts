import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a running process by its start time, so that a later process with the same id is told apart.
 *
 * @returns the start time of the process, in a form that is only good for comparing; on systems that do not report it
 * (Windows), the text `running`; `null` when no process has this id, or only a zombie
 */
export function processStart(pid: number): string | null {
  if (!exists(pid)) {
    return null;
  }
  switch (process.platform) {
    case 'linux':
      return linuxProcessStart(pid);
    case 'win32':
      return 'running';
    default:
      return psProcessStart(pid);
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The error EPERM means that a process with this id exists, but runs under another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Reads a process's start time on Linux. @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
function linuxProcessStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field of `/proc/<pid>/stat`, the program's name in parentheses, may itself contain spaces and
    // parentheses, so the fields are counted from the last parenthesis.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    const startTicks = fields[19];
    return state === 'Z' || state === 'X' || startTicks === undefined ? null : `${bootId()}/${startTicks}`;
  } catch {
    return null;
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

function psProcessStart(pid: number): string | null {
  try {
    const [state = '', ...start] = execFileSync('ps', ['-o', 'state=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    })
      .trim()
      .split(/\s+/);
    return state === '' || state.startsWith('Z') ? null : start.join(' ');
  } catch {
    return null;
  }
}
