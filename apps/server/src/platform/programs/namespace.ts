/*
 * The Linux namespace in which ffmpeg and ffprobe run. One process keeps it alive: a shell that builds the root folder,
 * lets Node open a listener on the loopback address of the namespace, and then waits for the end of its input. Its
 * input ends together with this server, also when the server crashes. The listening socket is passed to this server
 * over the IPC channel: a socket stays in the network in which it was opened, so the server answers in the namespace
 * without being part of it. Programs enter the namespace by `nsenter`, which replaces itself by the program.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTime, withDeadline } from '../async/deadline.ts';
import { NoAnswerError, tellsOfShortage } from './no-answer.ts';

export interface Namespace extends AsyncDisposable {
  /**
   * The command line to put in front of a program to start it inside the Linux namespace of confined programs (ffmpeg,
   * ffprobe), with the rights of root of that namespace.
   */
  enter: readonly string[];
  listener: Server;
  ended: Promise<void>;
  isEnded(): boolean;
}

export interface NamespaceNeeds {
  workDir: string;
  hiddenDir: string;
  programPaths: readonly string[];
  openWithinMs?: number;
  signal?: AbortSignal;
}

/** A further root folder beside that of a namespace, whose programs see devices of this machine as well. */
export interface DeviceNeeds extends NamespaceNeeds {
  /** The namespace whose network the programs share. */
  beside: Namespace;
  /** Absolute paths of device files below `/dev`. */
  devices: readonly string[];
}

const defaultWithinMs = 10_000;
/** How long a process that the ended shell has left behind can delay what the shell has printed, in ms. */
const complaintWithinMs = 1_000;

/**
 * The shell script that builds the root folder of the namespace in which ffmpeg and ffprobe run. `$0` is the folder
 * that becomes the root, `$1` the hidden folder, `$2` the working folder, `$3` and `$4` are Node and its script (both empty
 * where no listener is wanted), and further arguments are programs, devices, and files in which the system describes
 * devices. Only the working folder and the devices are writable. In a user namespace a mount keeps its existing
 * flags, and a remount without them is refused. `/proc` is unmounted last, because `umount` of util-linux reads it.
 */
const buildScript = `
set -e
trap '' TERM INT HUP
root=$0 hidden=$1 work=$2 node=$3 script=$4
shift 4
mount -t tmpfs -o mode=755,size=1m tmpfs "$root"
read_only() {
  mount -o remount,bind,ro "$1" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "$1" 2>/dev/null \
    || mount -o remount,bind,ro,nosuid,nodev,relatime "$1" 2>/dev/null \
    || mount -o remount,bind,ro,nosuid,nodev,noexec,relatime "$1"
}
show() {
  if [ -e "$root$1" ]; then return; fi
  mkdir -p "$root\${1%/*}"
  if [ -L "$1" ]; then cp -P "$1" "$root$1"
  elif [ -d "$1" ]; then mkdir "$root$1"; mount --rbind "$1" "$root$1"; read_only "$root$1"
  elif [ -c "$1" ]; then : > "$root$1"; mount --bind "$1" "$root$1"
  elif [ -f "$1" ]; then : > "$root$1"; mount --bind "$1" "$root$1"; read_only "$root$1"; fi
}
for path in /usr /bin /sbin /lib /lib32 /lib64 /etc/alternatives "$@"; do show "$path"; done
mkdir -p "$root/etc" "$root/dev" "$root/proc" "$root/old"
if [ -f /etc/ld.so.cache ]; then cp /etc/ld.so.cache "$root/etc/"; fi
for name in null zero urandom; do : > "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mkdir -p "$root$hidden"
mount -t tmpfs -o mode=755,size=1m tmpfs "$root$hidden"
mkdir -p "$root$work"
mount --bind "$work" "$root$work"
ip link set lo up
if [ -n "$node" ]; then "$node" -e "$script"; fi
cd "$root"
pivot_root . old
mount --rbind /old/proc /proc
umount -l /old
umount -l /proc
echo ready
read -r _
`;

/**
 * Script that Node runs inside the namespace: opens a listener on loopback, passes it to the parent process of the
 * shell, and exits.
 */
const listenScript = `
const server = require('node:net').createServer();
server.listen(0, '127.0.0.1', () => process.send('listener', server, () => process.exit()));
`;

const namespaceKinds = ['--net', '--mount', '--ipc', '--uts'];
const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Opens a Linux namespace for confined programs (ffmpeg, ffprobe). @throws Error when this machine forbids namespaces,
 * or lacks a program for them; NoAnswerError when it is too slow, or short of memory or processes
 */
export async function openNamespace(needs: NamespaceNeeds, env: NodeJS.ProcessEnv): Promise<Namespace> {
  const own = isRoot() ? [] : ['--user', '--map-root-user'];
  const unshare = ['unshare', ...own, ...namespaceKinds, '--'];
  const { holder, ended } = await hold(needs, unshare, { env, further: [], listens: true });
  const { listener } = holder;
  void ended.then(() => listener?.close());
  if (listener === undefined) throw new Error('no listener');
  return describeNamespace(holder.shell, ended, listener);
}

/**
 * Opens a root folder of its own for programs that use devices, in the network of a namespace that exists. Programs of that
 * namespace do not see the devices. It ends together with that namespace.
 *
 * @throws as `openNamespace` does
 */
export async function openDeviceNamespace(
  { beside, devices, ...needs }: DeviceNeeds,
  env: NodeJS.ProcessEnv,
): Promise<Namespace> {
  const shared = beside.enter.filter((option) => option !== '--mount');
  const unshare = ['nsenter', ...shared, 'unshare', '--mount', '--'];
  const further = [...devices, ...describingFiles(devices)];
  const { holder, ended } = await hold(needs, unshare, { env, further, listens: false });
  void beside.ended.then(() => holder.shell.kill('SIGKILL'));
  return describeNamespace(holder.shell, ended, beside.listener);
}

/**
 * Files in which the system describes devices, without which their drivers do not find them: those of graphics cards read
 * below `/sys` which driver a device belongs to, NVIDIA's read it below `/proc`.
 */
function describingFiles(devices: readonly string[]): string[] {
  const isGraphics = devices.some((device) => device.startsWith('/dev/dri/'));
  const isNvidia = devices.some((device) => device.startsWith('/dev/nvidia'));
  return [
    ...(isGraphics ? ['/sys/dev/char', '/sys/devices'] : []),
    ...(isNvidia ? ['/proc/devices', '/proc/driver/nvidia'] : []),
  ];
}

const describeNamespace = (shell: ChildProcess, ended: Promise<void>, listener: Server): Namespace => ({
  enter: [
    '--target',
    String(shell.pid),
    ...(isRoot() ? [] : ['--user', '--preserve-credentials']),
    ...namespaceKinds,
    '--',
  ],
  listener,
  ended,
  isEnded: () => shell.exitCode !== null || shell.signalCode !== null,
  async [Symbol.asyncDispose]() {
    shell.ref();
    shell.kill('SIGKILL');
    await ended;
  },
});

/**
 * Starts the shell that builds a root folder and keeps its namespaces, and waits until it is ready.
 *
 * @param command - the program that makes the namespaces and becomes the shell
 * @param more.further - what the programs see besides the system's programs
 * @param more.listens - whether the shell opens a listener in its network
 */
async function hold(
  { workDir, hiddenDir, programPaths, openWithinMs = defaultWithinMs, signal }: NamespaceNeeds,
  [program = '', ...args]: readonly string[],
  { env, further, listens }: { env: NodeJS.ProcessEnv; further: readonly string[]; listens: boolean },
): Promise<{ holder: { shell: ChildProcess; listener: Server | undefined }; ended: Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'butaca-programs-'));
  const folders = await Promise.all([hiddenDir, workDir].map((folder) => realpath(folder)));
  // The path of a confined program (ffmpeg, ffprobe) may be a link; then both the link and its target are mounted into
  // the namespace.
  const programs = await Promise.all(programPaths.map(async (path) => [path, await realpath(path)]));
  const listening = listens ? [process.execPath, listenScript] : ['', ''];
  const script = [buildScript, root, ...folders, ...listening, ...programs.flat(), ...further];
  const shell = spawn(program, [...args, '/bin/sh', '-c', ...script], {
    env,
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
    // The shell that keeps the namespace gets a process group of its own, so that it gets no signals to this server's
    // group: programs in the namespace may still have to shut down.
    detached: true,
  });
  // To learn that the shell of the namespace has ended, the event `exit` is used, because `close` is never emitted for
  // a child whose IPC channel was closed by the parent.
  const ended = once(shell, 'exit').then(
    () => undefined,
    () => undefined,
  );
  try {
    const listener = await withDeadline(signal, openWithinMs, (deadline) =>
      waitUntilReady(shell, ended, { deadline, listens }),
    );
    release(shell);
    return { holder: { shell, listener }, ended };
  } catch (error) {
    killGroup(shell);
    // The next attempt begins when nothing of this one is left.
    await ended;
    throw error;
  } finally {
    // This folder was only the mount point of the root folder of the Linux namespace; the namespace keeps its own
    // mount, so the folder can be removed outside of it.
    await rmdir(root).catch(() => undefined);
  }
}

/** Kills the shell that builds a namespace, and what it has started. */
function killGroup(holder: ChildProcess): void {
  holder.kill('SIGKILL');
  if (holder.pid === undefined) return;
  try {
    process.kill(-holder.pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

/** Why the shell of a namespace ended before the namespace was ready. */
function readFailure({ signalCode }: ChildProcess, complaint: string): Error {
  const told = complaint.trim() || 'no namespace';
  return signalCode !== null || tellsOfShortage(told) ? new NoAnswerError(told) : new Error(told);
}

async function waitUntilReady(
  holder: ChildProcess,
  ended: Promise<void>,
  { deadline, listens }: { deadline: AbortSignal; listens: boolean },
): Promise<Server | undefined> {
  let printed = '';
  let complaint = '';
  let listener: Server | undefined;
  holder.stderr?.on('data', (chunk: Buffer) => (complaint = `${complaint}${chunk.toString()}`.slice(0, 500)));
  const ready = new Promise<void>((resolve, reject) => {
    holder.once('error', reject);
    const settle = () => {
      if ((listener !== undefined || !listens) && printed.includes('ready')) resolve();
    };
    holder.on('message', (_message, handle) => {
      if (handle instanceof Server) listener = handle;
      settle();
    });
    holder.stdout?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk.toString()}`.slice(-100);
      settle();
    });
  });
  // What the shell has printed may arrive after its end.
  const hasComplained = new Promise<void>((resolve) => holder.stderr?.once('close', resolve));
  const failed = ended
    .then(() => inTime(hasComplained, complaintWithinMs, undefined))
    .then(() => Promise.reject(readFailure(holder, complaint)));
  const late = new Promise<never>((_resolve, reject) => {
    deadline.throwIfAborted();
    deadline.addEventListener('abort', () => reject(new NoAnswerError('no namespace in time')), {
      once: true,
    });
  });
  await Promise.race([ready, failed, late]);
  return listener;
}

/**
 * Detaches the shell that keeps the namespace alive from the event loop, so that it does not keep the server process
 * alive.
 */
function release(holder: ChildProcess): void {
  holder.disconnect();
  holder.unref();
  for (const stream of [holder.stdin, holder.stdout, holder.stderr]) {
    stream?.on('error', () => undefined);
    (stream as { unref?(): void } | null)?.unref?.();
  }
  holder.stdout?.resume();
  holder.stderr?.resume();
}
