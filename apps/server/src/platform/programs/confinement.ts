/*
 * Programs that read data of providers (ffmpeg, ffprobe) are treated as potentially hostile and run in a confinement
 * (sandbox). The first of the following kinds that works on this machine is used; each also gives the programs an empty
 * environment and limits of memory, CPU time, open files and output size.
 *
 * - `namespace` (Linux): a separate network, in which only one listener of this server is reachable, and a separate
 * root folder with the system's programs and one working folder. If the server runs as root, the programs run as an
 * unprivileged user.
 * - `user` (root without namespaces): an unprivileged user; the programs can use the network and read the
 * world-readable files of the machine.
 * - `limits` (other systems except Windows, and root that may not change to another user): the user of this process,
 * with limits.
 * - `environment` (Windows): an empty environment.
 *
 * An attacker who controls a program may write anything into its folder. So each program owns only the folder in which
 * it works; the parent folders belong to this process, and files that a program wrote are opened without following
 * links.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, lchown, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { limitScript, type ProgramLimits } from './limits.ts';
import { openDeviceNamespace, openNamespace, type Namespace } from './namespace.ts';

export type ConfinementKind = 'namespace' | 'user' | 'limits' | 'environment';

/**
 * What is needed to start a confined program (ffmpeg, ffprobe): its absolute path, arguments and limits. On Windows a
 * name is enough in place of the path.
 */
export interface ProgramStart {
  program: string;
  args: readonly string[];
  /**
   * The working folder of the confined program (ffmpeg or ffprobe in a sandbox), made by `makeFolder`; without one the
   * program cannot write files.
   */
  folder?: string;
  limits: ProgramLimits;
  stdio: StdioOptions;
  /**
   * Whether the program leads a process group of its own, so that its own processes can be ended together with it. Windows
   * has no such groups.
   */
  hasOwnGroup?: boolean;
}

export interface Confinement extends AsyncDisposable {
  kind: ConfinementKind;
  /**
   * Starts a program inside the confinement (sandbox for ffmpeg and ffprobe). The returned child process is the program
   * itself, so that signals reach it directly.
   */
  spawn(start: ProgramStart): ChildProcess;
  /**
   * Creates a folder for one confined program (ffmpeg or ffprobe in a sandbox) to write into, inside the working folder
   * of all of them.
   *
   * @throws the system's error, also when the path already exists
   */
  makeFolder(path: string): Promise<void>;
  /**
   * Opens a file that a confined program (ffmpeg or ffprobe in a sandbox) has written in its folder.
   *
   * @throws the system's error, or Error when it is not a regular file of that folder
   */
  openFile(path: string): Promise<FileHandle>;
  /**
   * Whether the confinement (sandbox for ffmpeg and ffprobe) has ended, so that no program can be started in it any
   * more.
   */
  isEnded(): boolean;
  /**
   * Opens a confinement whose programs can also use devices of this machine, such as a graphics card. They share network,
   * listener and folders with the programs of this one, which do not see the devices where there is a namespace. It ends
   * together with this one, and is to be disposed of by the caller.
   *
   * @param devices - absolute paths of device files below `/dev`; the programs get the groups that the files belong to
   * @throws as `openConfinement` does
   */
  withDevices(devices: readonly string[], opening?: OpeningLimits): Promise<Confinement>;
  /**
   * An HTTP listener of this server on the loopback interface of the separate network in which the confined programs
   * (ffmpeg, ffprobe) run; `undefined` when they share this machine's network.
   */
  listener: Server | undefined;
  /**
   * Settles when the namespace of the confined programs (ffmpeg, ffprobe) has ended, so that no program can be started
   * in it any more.
   */
  ended: Promise<void>;
}

/** When the opening of a namespace is given up. */
export interface OpeningLimits {
  /** How long the system may take to open a namespace, in ms; by default ten seconds. */
  openWithinMs?: number;
  /** Ends the opening of a namespace. */
  signal?: AbortSignal;
}

export interface ConfinementNeeds extends OpeningLimits {
  /** The only folder of this machine that confined programs (ffmpeg, ffprobe) may write into; absolute. */
  workDir: string;
  /**
   * A folder that stays hidden from confined programs (ffmpeg, ffprobe), even inside a system folder that they can see;
   * absolute.
   */
  hiddenDir: string;
  /** The absolute paths of the programs (ffmpeg, ffprobe) that are to run in a sandbox. */
  programPaths: readonly string[];
}

/**
 * Flags for opening a file that a confined program (ffmpeg in a sandbox) wrote: no links are followed, and named pipes
 * do not block. Windows has neither flag.
 */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * The user id under which confined programs (ffmpeg and ffprobe in a sandbox) run: no account has it, so no file of the
 * machine belongs to it.
 */
export const unprivilegedUid = 65_533;

const isRoot = (): boolean => process.getuid?.() === 0;
const never = new Promise<void>(() => undefined);

/**
 * The environment of confined programs (ffmpeg, ffprobe). It contains no variable of the server process, whose
 * environment holds keys and passwords.
 */
const environment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { SystemRoot: process.env['SystemRoot'] ?? '', PATH: process.env['PATH'] ?? '' }
    : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

/**
 * Returns the kinds of confinement (sandboxes for ffmpeg and ffprobe) that this operating system may support, the
 * strictest first.
 */
export function confinementKinds(): ConfinementKind[] {
  if (process.platform === 'win32') return ['environment'];
  const shared: ConfinementKind[] = isRoot() ? ['user', 'limits'] : ['limits'];
  return process.platform === 'linux' ? ['namespace', ...shared] : shared;
}

/**
 * Opens a confinement (sandbox for ffmpeg and ffprobe) of a kind. @throws Error with the reason when this kind does not
 * work on this machine; one that `isNoAnswer` accepts when the machine has not answered in time
 */
export async function openConfinement(kind: ConfinementKind, needs: ConfinementNeeds): Promise<Confinement> {
  const { workDir } = needs;
  const ownerUid = kind === 'user' || (kind === 'namespace' && isRoot()) ? unprivilegedUid : undefined;
  // Only this process may enter the folder: confined programs (ffmpeg, ffprobe) are started inside their own folders,
  // and do not see each other's.
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  if (isRoot()) await chown(workDir, 0, 0);
  if (process.platform !== 'win32') await chmod(workDir, 0o700);
  const realWorkDir = await realpath(workDir);

  async function makeFolder(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await mkdir(path, { mode: 0o700 });
    if (ownerUid !== undefined) await lchown(path, ownerUid, ownerUid);
  }

  async function openFile(path: string): Promise<FileHandle> {
    const folder = dirname(path);
    // Unless the server runs as root, one user owns the folders of all confined programs (ffmpeg, ffprobe), and a
    // program could replace its folder by a link.
    if ((await realpath(folder)) !== join(realWorkDir, relative(workDir, folder)))
      throw new Error('the folder of a program was replaced');
    const handle = await open(path, openFlags);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error('a program made something that is no file');
  }

  const files = { makeFolder, openFile };
  if (kind === 'namespace') {
    // Paths of folders are resolved to real paths, because symbolic links to them do not exist inside the namespace in
    // which the confined programs (ffmpeg, ffprobe) run.
    const locate = (folder: string) => join(realWorkDir, relative(workDir, folder));
    const namespace = await openNamespace(needs, environment);
    const confined = inNamespace(namespace, { locate, files, groups: [] });
    return {
      ...confined,
      async withDevices(devices, opening = {}) {
        const { hiddenDir, programPaths } = needs;
        const groups = await groupsOf(devices);
        const wanted = { workDir, hiddenDir, programPaths, ...opening, beside: namespace, devices };
        return inNamespace(await openDeviceNamespace(wanted, environment), { locate, files, groups });
      },
    };
  }
  const inLimits = (group: number | undefined): Confinement => ({
    kind,
    spawn({ program, args, folder, limits, stdio, hasOwnGroup = false }) {
      const cwd = folder ?? (kind === 'environment' ? workDir : '/');
      const user = kind === 'user' ? { uid: unprivilegedUid, gid: group ?? unprivilegedUid } : {};
      const options = { env: environment, stdio, cwd, windowsHide: true, ...user };
      if (kind === 'environment') return spawn(program, args, options);
      // Node enters the working folder of the confined program (ffmpeg or ffprobe) before it changes the user, because
      // the unprivileged user of the program may be unable to reach the folder.
      const limited = ['-c', limitScript(limits), 'sh', program, ...args];
      return spawn('/bin/sh', limited, { ...options, detached: hasOwnGroup });
    },
    ...files,
    isEnded: () => false,
    withDevices: async (devices) => inLimits((await groupsOf(devices))[0]),
    listener: undefined,
    ended: never,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
  return inLimits(undefined);
}

/** @param needs.locate - finds the path of a folder inside the namespace @param needs.groups - the groups of the programs */
function inNamespace(
  namespace: Namespace,
  needs: {
    locate(folder: string): string;
    files: Pick<Confinement, 'makeFolder' | 'openFile'>;
    groups: readonly number[];
  },
): Confinement {
  // The shell enters the program's folder before `setpriv` changes the user, because only the user of this process may
  // enter the parent folders.
  const user = isRoot() ? [...dropUser, ...keepGroups(needs.groups)] : [];
  const drop = ['setpriv', ...user, ...dropRights, '/bin/sh', '-c'];
  const enter = [...namespace.enter, '/bin/sh', '-c', 'cd "$0" && exec "$@"'];
  return {
    kind: 'namespace',
    spawn({ program, args, folder, limits, stdio, hasOwnGroup = false }) {
      // After the namespace of confined programs (ffmpeg, ffprobe) has ended, its process id may belong to another
      // process, so no program may enter it.
      if (namespace.isEnded()) throw new Error('the namespace of the programs has gone');
      const currentFolder = folder === undefined ? '/' : needs.locate(folder);
      const limited = [...drop, limitScript(limits), 'sh', program, ...args];
      const options = { env: environment, stdio, detached: hasOwnGroup };
      return spawn('nsenter', [...enter, currentFolder, ...limited], options);
    },
    ...needs.files,
    isEnded: namespace.isEnded,
    withDevices: () => Promise.reject(new Error('devices are added to the first confinement only')),
    listener: namespace.listener,
    ended: namespace.ended,
    [Symbol.asyncDispose]: () => namespace[Symbol.asyncDispose](),
  };
}

/** Lists the groups that device files belong to. The group of root is none of them: too many other files are its. */
async function groupsOf(devices: readonly string[]): Promise<number[]> {
  const found = await Promise.all(devices.map((device) => stat(device)));
  return [...new Set(found.map(({ gid }) => gid))].filter((gid) => gid !== 0);
}

const keepGroups = (groups: readonly number[]): string[] =>
  groups.length === 0 ? ['--clear-groups'] : ['--groups', groups.join(',')];
const dropUser = ['--reuid', String(unprivilegedUid), '--regid', String(unprivilegedUid)];
/**
 * In a Linux user namespace a program starts as root of that namespace. These options of `setpriv` remove all its
 * capabilities and prevent regaining any.
 */
const dropRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
