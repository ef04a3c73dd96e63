import { isInstalled } from '../shells.mjs';

/** The programs of several servers that are not on this machine. @returns {string[]} their names */
export const findMissingPrograms = () => findMissing('redis-server', 'nginx');

/** The programs of the proof `speed` that are not on this machine. @returns {string[]} their names */
export const findMissingForSpeed = () => findMissing('wrk', 'nginx');

/** @param {string[]} programs */
function findMissing(...programs) {
  const folders = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  return programs.filter((program) => !isInstalled(program, folders));
}
