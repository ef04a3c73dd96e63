import { once } from 'node:events';
import type { Confinement, ProgramStart } from './confinement.ts';

/** What to run, and how much it may say. */
export interface ProgramRun extends Omit<ProgramStart, 'stdio' | 'folder'> {
  outputLimitBytes: number;
  /** Gets what the program says as it comes, in place of the returned `output`. */
  onOutput?: (chunk: Buffer) => void;
}

/** What a program has said, and how it has ended; `code` is `null` where it was killed. */
export interface ProgramEnd {
  code: number | null;
  output: string;
}

/**
 * Runs a program to its end. It reads nothing, and what it complains about goes nowhere: that may hold addresses. One that says
 * too much is killed.
 *
 * @throws the signal's reason; the system's error where there is no such program
 */
export async function runProgram(
  confinement: Confinement,
  { outputLimitBytes, onOutput, ...start }: ProgramRun,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted();
  const child = confinement.spawn({ ...start, stdio: ['ignore', 'pipe', 'ignore'] });
  // A process that it has started may hold its output open.
  const kill = () => {
    child.kill('SIGKILL');
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
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    return { code: length > outputLimitBytes ? null : code, output: Buffer.concat(chunks).toString() };
  } finally {
    signal.removeEventListener('abort', kill);
  }
}
