import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startWatchdog } from '@butaca/db';
import { programLimits, type Converter } from './converter.ts';

/** One ffmpeg that makes segments into a folder of its own. */
export interface FfmpegRun {
  /** Pauses it, on systems that can pause a process. */
  pause(): void;
  resume(): void;
  /** Ends it at once. */
  kill(): void;
  /** `complete`: it ended by itself and made everything · `failed`: it ended in any other way. */
  ended: Promise<'complete' | 'failed'>;
}

/** On Windows the signal that pauses a process would end it. */
const canPause = process.platform !== 'win32';
/** More than the names of the segments of a whole day. */
const outputLimitBytes = 16 * 1_024 * 1_024;

export function runFfmpeg(needs: {
  converter: Converter;
  args: readonly string[];
  /** Made by the converter's confinement. */
  folder: string;
  mode: 'remux' | 'transcode';
  /** Called when a segment file is complete. */
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
