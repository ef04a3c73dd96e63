/*
 * Programs that read what providers send are taken for hostile themselves. The first of these ways that works on this machine is
 * used; each also gives them an empty environment and limits of memory, CPU time, open files and output.
 *
 * `namespace` (Linux): a network of their own, in which nothing but one listener of this server answers, and a root folder of
 *   their own with the system's programs and one working folder. As root they run as a user without any rights.
 * `user` (root without namespaces): a user without any rights; the network and the readable files of the machine are theirs.
 * `limits` (other systems that are no Windows, and a root that may not become another user): this process's user, with limits.
 * `environment` (Windows): an empty environment.
 *
 * A program that was taken over may put anything into its own folder. So only the folder that it works in is its own: those above
 * belong to this process, and what it has made is opened without following links.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, chown, lchown, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { limitScript, type ProgramLimits } from './limits.ts';
import { openNamespace } from './namespace.ts';

export type ConfinementKind = 'namespace' | 'user' | 'limits' | 'environment';

/** A program to start, by its absolute path on systems other than Windows. */
export interface ProgramStart {
  program: string;
  args: readonly string[];
  /** Where it works, made by `makeFolder`; a program without one writes nothing. */
  folder?: string;
  limits: ProgramLimits;
  stdio: StdioOptions;
}

export interface Confinement extends AsyncDisposable {
  kind: ConfinementKind;
  /** Starts a program. The process is its own: signals reach it. */
  spawn(start: ProgramStart): ChildProcess;
  /**
   * Makes a folder, somewhere inside the working folder of all programs, for one of them to write into.
   *
   * @throws the system's error, also where there is something at the path
   */
  makeFolder(path: string): Promise<void>;
  /**
   * Opens a file that a program has made in its folder.
   *
   * @throws the system's error, or Error where it is no plain file of that folder
   */
  openFile(path: string): Promise<FileHandle>;
  /** Whether nothing can be started any more. */
  isEnded(): boolean;
  /** Listens on loopback of the programs' own network; `undefined` where they share this machine's. */
  listener: Server | undefined;
  /** Settles when nothing can be started any more, because the namespace has gone. */
  ended: Promise<void>;
}

export interface ConfinementNeeds {
  /** The only folder of this machine that programs may write into; absolute. */
  workDir: string;
  /** What must stay hidden although the system's programs may lie around it; absolute. */
  hiddenDir: string;
  /** The programs, by their absolute paths. */
  programPaths: readonly string[];
}

/** No link is followed, and nothing waits for the other end of a pipe. Windows has neither flag. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** No account has this number: no file of the machine is its own. */
export const unprivilegedUid = 65_533;

const isRoot = (): boolean => process.getuid?.() === 0;
const never = new Promise<void>(() => undefined);

/** Nothing of this process's own environment: it holds keys and passwords. */
const environment: NodeJS.ProcessEnv =
  process.platform === 'win32'
    ? { SystemRoot: process.env['SystemRoot'] ?? '', PATH: process.env['PATH'] ?? '' }
    : { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' };

/** The ways for this system, the strictest first. */
export function confinementKinds(): ConfinementKind[] {
  if (process.platform === 'win32') return ['environment'];
  const shared: ConfinementKind[] = isRoot() ? ['user', 'limits'] : ['limits'];
  return process.platform === 'linux' ? ['namespace', ...shared] : shared;
}

/** @throws Error where this way does not work here; it says why */
export async function openConfinement(kind: ConfinementKind, needs: ConfinementNeeds): Promise<Confinement> {
  const { workDir } = needs;
  const ownerUid = kind === 'user' || (kind === 'namespace' && isRoot()) ? unprivilegedUid : undefined;
  // Programs may enter the folder but not list it, so that they do not see each other's folders.
  await mkdir(workDir, { recursive: true, mode: 0o711 });
  if (isRoot()) await chown(workDir, 0, 0);
  if (process.platform !== 'win32') await chmod(workDir, 0o711);
  const realWorkDir = await realpath(workDir);

  async function makeFolder(path: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true, mode: 0o711 });
    await mkdir(path, { mode: 0o700 });
    if (ownerUid !== undefined) await lchown(path, ownerUid, ownerUid);
  }

  async function openFile(path: string): Promise<FileHandle> {
    const folder = dirname(path);
    // Without root all folders have one owner, who can replace one by a link.
    if ((await realpath(folder)) !== join(realWorkDir, relative(workDir, folder)))
      throw new Error('the folder of a program was replaced');
    const handle = await open(path, openFlags);
    if ((await handle.stat()).isFile()) return handle;
    await handle.close();
    throw new Error('a program made something that is no file');
  }

  if (kind === 'namespace') {
    const namespace = await openNamespace(needs, environment);
    // Inside, folders are where they really are, and no symbolic link leads to them.
    const locate = (folder: string) => join(realWorkDir, relative(workDir, folder));
    const enter = [...namespace.enter, ...(isRoot() ? dropUser : []), ...dropRights, '/bin/sh', '-c'];
    return {
      kind,
      spawn({ program, args, folder, limits, stdio }) {
        // The process id of an ended namespace may belong to another process by now.
        if (namespace.isEnded()) throw new Error('the namespace of the programs has gone');
        const script = `cd "$0" && { ${limitScript(limits)}; }`;
        const place = folder === undefined ? '/' : locate(folder);
        return spawn('nsenter', [...enter, script, place, program, ...args], { env: environment, stdio });
      },
      makeFolder,
      openFile,
      isEnded: namespace.isEnded,
      listener: namespace.listener,
      ended: namespace.ended,
      [Symbol.asyncDispose]: () => namespace[Symbol.asyncDispose](),
    };
  }
  const user = kind === 'user' ? { uid: unprivilegedUid, gid: unprivilegedUid } : {};
  return {
    kind,
    spawn({ program, args, folder, limits, stdio }) {
      const cwd = folder ?? (kind === 'environment' ? workDir : '/');
      const options = { env: environment, stdio, cwd, windowsHide: true, ...user };
      if (kind === 'environment') return spawn(program, args, options);
      // Node changes into the folder before it gives up its rights, because the other user may not be able to reach the folder.
      return spawn('/bin/sh', ['-c', limitScript(limits), 'sh', program, ...args], options);
    },
    makeFolder,
    openFile,
    isEnded: () => false,
    listener: undefined,
    ended: never,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const dropUser = ['--reuid', String(unprivilegedUid), '--regid', String(unprivilegedUid), '--clear-groups'];
/** In a user namespace a program begins as its root. This takes all of its capabilities, and the way back to any. */
const dropRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
