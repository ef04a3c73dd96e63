/*
 * Programs that read what providers send are taken for hostile themselves. The first of these ways that works on this machine is
 * used; each also gives them an empty environment and limits of memory, CPU time, open files and output.
 *
 * `namespace` (Linux): a network of their own, in which nothing but one listener of this server answers, and a root folder of
 *   their own with the system's programs and one working folder. As root they run as a user without any rights.
 * `user` (root without namespaces): a user without any rights; the network and the readable files of the machine are theirs.
 * `limits` (other systems that are no Windows): this process's user, with limits.
 * `environment` (Windows): an empty environment.
 */
import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { chown, mkdir, realpath } from 'node:fs/promises';
import type { Server } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { limitScript, type ProgramLimits } from './limits.ts';
import { openNamespace } from './namespace.ts';

export type ConfinementKind = 'namespace' | 'user' | 'limits' | 'environment';

/** A program to start, by its absolute path on systems other than Windows. */
export interface ProgramStart {
  program: string;
  args: readonly string[];
  /** Where it works, made by `makeFolder`; the working folder of all programs unless given. */
  folder?: string;
  limits: ProgramLimits;
  stdio: StdioOptions;
}

export interface Confinement extends AsyncDisposable {
  kind: ConfinementKind;
  /** Starts a program. The process is its own: signals reach it. */
  spawn(start: ProgramStart): ChildProcess;
  /** Makes a folder, inside the working folder of all programs, that they may write into. */
  makeFolder(path: string): Promise<void>;
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
  /** Where the programs are, absolute. */
  programDirs: readonly string[];
}

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
  const shared: ConfinementKind = isRoot() ? 'user' : 'limits';
  return process.platform === 'linux' ? ['namespace', shared] : [shared];
}

/** @throws Error where this way does not work here; it says why */
export async function openConfinement(kind: ConfinementKind, needs: ConfinementNeeds): Promise<Confinement> {
  const { workDir } = needs;
  const ownerUid = kind === 'user' || (kind === 'namespace' && isRoot()) ? unprivilegedUid : undefined;
  await mkdir(workDir, { recursive: true, mode: 0o700 });
  if (ownerUid !== undefined) await chown(workDir, ownerUid, ownerUid);

  /** Root makes folders; what lies between the working folder and this one is the programs', too. */
  async function makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (ownerUid === undefined) return;
    for (let folder = path; folder.length > workDir.length; folder = dirname(folder)) {
      await chown(folder, ownerUid, ownerUid);
    }
  }

  if (kind === 'namespace') {
    const namespace = await openNamespace(needs, environment);
    // Inside, folders are where they really are, and no symbolic link leads to them.
    const realWorkDir = await realpath(workDir);
    const locate = (folder: string) => join(realWorkDir, relative(workDir, folder));
    const enter = [...namespace.enter, ...(isRoot() ? dropUser : []), ...dropRights, '/bin/sh', '-c'];
    return {
      kind,
      spawn: ({ program, args, folder = workDir, limits, stdio }) =>
        spawn(
          'nsenter',
          [...enter, `cd "$0" && { ${limitScript(limits)}; }`, locate(folder), program, ...args],
          {
            env: environment,
            stdio,
          },
        ),
      makeFolder,
      listener: namespace.listener,
      ended: namespace.ended,
      [Symbol.asyncDispose]: () => namespace[Symbol.asyncDispose](),
    };
  }
  const user = kind === 'user' ? { uid: unprivilegedUid, gid: unprivilegedUid } : {};
  return {
    kind,
    spawn({ program, args, folder = workDir, limits, stdio }) {
      const options = { env: environment, stdio, cwd: folder, windowsHide: true, ...user };
      if (kind === 'environment') return spawn(program, args, options);
      // Node enters the folder before it gives up its rights: the user may not be able to find the way there.
      return spawn('/bin/sh', ['-c', limitScript(limits), 'sh', program, ...args], options);
    },
    makeFolder,
    listener: undefined,
    ended: never,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

const dropUser = ['--reuid', String(unprivilegedUid), '--regid', String(unprivilegedUid), '--clear-groups'];
/** In a user namespace a program is root, of nothing: without these not even that. */
const dropRights = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];
