import { readFile } from 'node:fs/promises';

/**
 * Reads the resident memory of a process in MB.
 *
 * @param {number} pid
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 */
export async function residentMegabytes(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1_024;
}
