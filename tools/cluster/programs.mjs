import { existsSync } from 'node:fs';
import { isInstalled } from '../shells.mjs';

/** Where Debian installs PostgreSQL. Patroni runs its programs, of which npm installs only some. */
const debianPostgres = '/usr/lib/postgresql';

/** The programs of several servers that are not on this machine. @returns {string[]} their names */
export const findMissingPrograms = () => findMissing('redis-server', 'nginx');

/** The programs of the proof `available` that are not on this machine. @returns {string[]} their names */
export const findMissingForAvailable = () => [
  ...findMissing('redis-server', 'redis-cli', 'nginx', 'etcd', 'patroni'),
  ...(existsSync(debianPostgres) ? [] : ['postgresql']),
];

/** The programs of the proof `speed` that are not on this machine. @returns {string[]} their names */
export const findMissingForSpeed = () => findMissing('wrk', 'nginx');

/** @param {string[]} programs */
function findMissing(...programs) {
  const folders = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  return programs.filter((program) => !isInstalled(program, folders));
}
