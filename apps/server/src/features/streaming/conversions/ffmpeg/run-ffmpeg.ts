import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startWatchdog } from '@butaca/db';
import { programLimits, type Converter } from './converter.ts';

/** One ffmpeg that makes segments into a folder of its own. */
export interface FfmpegRun {
  /** Holds it back, where the system can. */
  pause(): void;
  resume(): void;
  /** Ends it at once. */
  kill(): void;
  /** It has ended: by itself with everything made, or otherwise. */
  ended: Promise<'complete' | 'failed'>;
}

/** Windows ends a process that is told to stop. */
const canPause = process.platform !== 'win32';
/** The names of a day's segments take less. */
const outputLimitBytes = 16 * 1_024 * 1_024;

export function runFfmpeg(needs: {
  converter: Converter;
  args: readonly string[];
  /** Made by the converter's confinement. */
  folder: string;
  mode: 'remux' | 'transcode';
  /** A file is whole, and as long as this. */
  onFinished(fileName: string, durationSeconds: number): void;
}): FfmpegRun {
  const { converter, args, folder, mode } = needs;
  const child = converter.confinement.spawn({
    program: converter.ffmpeg,
    args,
    folder,
    limits: programLimits[mode],
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // Without the watchdog a paused ffmpeg would outlive a server that is killed: nobody would be left to resume it.
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, 'SIGKILL');
  // Transcoding uses every core; a lower priority leaves the server responsive.
  if (child.pid !== undefined && mode === 'transcode') lowerPriority(child.pid);
  let isPaused = false;
  let isKilled = false;
  let outputBytes = 0;
  // Its own: the options of `spawn` above make it a pipe.
  const output = child.stdout as Readable;
  output.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > outputLimitBytes) child.kill('SIGKILL');
  });
  const lines = createInterface({ input: output });
  lines.on('line', (line) => {
    const [fileName = '', from, to] = line.split(',');
    if (!isKilled && fileName !== '') needs.onFinished(fileName, Number(to) - Number(from));
  });
  const ended = new Promise<'complete' | 'failed'>((resolve) => {
    child.once('error', () => resolve('failed'));
    child.once('exit', () => watchdog?.stop());
    // After the last line was read.
    child.once('close', (code) => resolve(code === 0 ? 'complete' : 'failed'));
  });
  return {
    pause() {
      if (!isPaused && canPause) isPaused = child.kill('SIGSTOP');
    },
    resume() {
      if (isPaused) isPaused = !child.kill('SIGCONT');
    },
    kill() {
      isKilled = true;
      child.kill('SIGKILL');
      // A process that it has started may hold its output open.
      output.destroy();
    },
    ended,
  };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
