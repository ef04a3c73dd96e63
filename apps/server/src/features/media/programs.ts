import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The converter of this machine: two programs of one package. */
export interface Converter {
  ffmpeg: string;
  ffprobe: string;
  /** As it names itself: `5.1.9`. */
  version: string;
}

/** What a program has said, and how it has ended; `code` is `null` where it was killed. */
export interface ProgramEnd {
  code: number | null;
  output: string;
}

const outputLimitBytes = 32 * 1_024 * 1_024;

/**
 * Runs a program to its end. It reads nothing, and what it complains about goes nowhere: that may hold addresses.
 *
 * @throws the signal's reason; the system's error where there is no such program
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<ProgramEnd> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
    windowsHide: true,
  });
  const chunks: Buffer[] = [];
  let length = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > outputLimitBytes) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(chunks).toString() };
}

const startWithinMs = 5_000;

/** Looks whether ffmpeg and ffprobe run here. */
export async function findConverter(ffmpeg: string, ffprobe: string): Promise<Converter | undefined> {
  try {
    const [converter, prober] = await Promise.all(
      [ffmpeg, ffprobe].map((program) =>
        runProgram(program, ['-version'], AbortSignal.timeout(startWithinMs)),
      ),
    );
    if (converter?.code !== 0 || prober?.code !== 0) return undefined;
    const version = /^ffmpeg version (\S+)/.exec(converter.output)?.[1] ?? '';
    return { ffmpeg, ffprobe, version };
  } catch {
    return undefined;
  }
}
