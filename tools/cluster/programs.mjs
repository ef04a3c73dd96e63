import { isInstalled } from '../shells.mjs';

/** The programs of several servers that are not on this machine. @returns {string[]} their names */
export function findMissingPrograms() {
  const folders = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  return ['redis-server', 'nginx'].filter((program) => !isInstalled(program, folders));
}
