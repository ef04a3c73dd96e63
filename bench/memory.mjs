import { readFile } from 'node:fs/promises';

/**
 * Reads the resident memory of a process in MB.
 *
 * @param {number} pid
 * @param {'VmRSS' | 'VmHWM'} [field] - `VmHWM`: the most that it was so far
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 */
export async function residentMegabytes(pid, field = 'VmRSS') {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_024;
}
