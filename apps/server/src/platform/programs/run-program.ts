import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Confinement, ProgramStart } from './confinement.ts';

/** What is needed to run a confined program (ffmpeg or ffprobe in a sandbox) to its end, with a limit on its output. */
export interface ProgramRun extends Omit<ProgramStart, 'stdio' | 'folder'> {
  outputLimitBytes: number;
  /**
   * Receives the output of the confined program (ffmpeg, ffprobe) in chunks as it is written; the returned `output`
   * then stays empty.
   */
  onOutput?: (chunk: Buffer) => void;
  /** What the program reads from its standard input; by default nothing. */
  input?: Buffer;
}

/** The output of a confined program (ffmpeg, ffprobe) and its exit code; `code` is `null` when it was killed. */
export interface ProgramEnd {
  code: number | null;
  /** The signal that killed it, unless it was killed because it wrote too much. */
  killedBy: NodeJS.Signals | null;
  output: string;
}

/**
 * Runs a confined program (ffmpeg or ffprobe in a sandbox) to its end. Its standard error is discarded, because it may contain addresses. A program that writes more than the output limit is killed.
 *
 * @throws the signal's reason; the system's error when the program does not exist
 */
export async function runProgram(
  confinement: Confinement,
  { outputLimitBytes, onOutput, input, ...start }: ProgramRun,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const child = confinement.spawn({
    ...start,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
  });
  // A program that has read enough closes its input.
  child.stdin?.on('error', () => undefined).end(input);
  // The pipe with the output of the confined program (ffmpeg, ffprobe) is closed too, because a child process of the
  // program may keep it open.
  const kill = () => {
    killProgram(child, start.hasOwnGroup === true);
    child.stdout?.destroy();
  };
  signal.addEventListener('abort', kill, { once: true });
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > outputLimitBytes) kill();
    else if (onOutput === undefined) chunks.push(chunk);
    else onOutput(chunk);
  });
  try {
    const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    signal.throwIfAborted();
    const output = Buffer.concat(chunks).toString();
    return length > outputLimitBytes ? { code: null, killedBy: null, output } : { code, killedBy, output };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** Kills a program, and the processes that it has started where it leads a group of its own. */
function killProgram(child: ChildProcess, hasOwnGroup: boolean): void {
  child.kill('SIGKILL');
  if (!hasOwnGroup || child.pid === undefined || process.platform === 'win32') return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}
