import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The processes of this machine that are alive, from Linux's own list. */
export function listProcesses() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = read(`/proc/${name}/cmdline`)?.split('\0');
      // The name of a program, which stands in brackets, may contain any character.
      const fields = read(`/proc/${name}/stat`)
        ?.replace(/^.*\) /s, '')
        .split(' ');
      const [state, parent] = fields ?? [];
      if (command === undefined || state === undefined || state === 'Z') return [];
      return [{ pid: Number(name), parent: Number(parent), command }];
    });
}

/** @param {number} pid */
export function listDescendants(pid) {
  const all = listProcesses();
  /** @param {number} parent @returns {typeof all} */
  const below = (parent) =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  return below(pid);
}

/**
 * The processes that have a variable in their environment, which they inherit also from a process that has ended.
 *
 * @param {string} variable - a name, `=` and the value
 */
export function listProcessesWith(variable) {
  return names('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      // A process that ends may still have threads that write when its first thread has no environment any more.
      names(`/proc/${pid}/task`).some((thread) =>
        read(`/proc/${pid}/task/${thread}/environ`)?.split('\0').includes(variable),
      ),
    )
    .map(Number);
}

/** How many connections a process has to a port of this machine. @param {number} pid @param {number} port */
export function countConnections(pid, port) {
  const sockets = new Set(
    names(`/proc/${pid}/fd`).flatMap(
      (name) => /^socket:\[(\d+)\]$/.exec(link(`/proc/${pid}/fd/${name}`))?.[1] ?? [],
    ),
  );
  const lines = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => read(file)?.split('\n').slice(1) ?? []);
  return lines.filter((line) => {
    const [, , remote, , , , , , , inode] = line.trim().split(/\s+/);
    return sockets.has(inode ?? '') && Number.parseInt(remote?.split(':')[1] ?? '', 16) === port;
  }).length;
}

/** A file of a process, or `undefined` when the process has ended meanwhile. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function names(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {string} file */
function link(file) {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
