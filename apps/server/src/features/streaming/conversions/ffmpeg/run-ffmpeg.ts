import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startWatchdog } from '@butaca/db';
import { programLimits, type Converter } from './converter.ts';

/** One ffmpeg process that writes HLS segments into a folder of its own. */
export interface FfmpegRun {
  /** Pauses the ffmpeg process, on systems that can pause a process. */
  pause(): void;
  resume(): void;
  kill(): void;
  /** Resolves when ffmpeg has ended. `complete`: by itself, with everything written · `failed`: in any other way. */
  ended: Promise<'complete' | 'failed'>;
}

/** Whether ffmpeg can be paused; false on Windows, where the signal that pauses a process (`SIGSTOP`) would end it. */
const canPause = process.platform !== 'win32';
/**
 * The size at which ffmpeg's standard output is considered faulty: more than the names of all segments of a whole day
 * take.
 */
const outputLimitBytes = 16 * 1_024 * 1_024;

export function runFfmpeg(needs: {
  converter: Converter;
  args: readonly string[];
  /** The folder that ffmpeg writes to; the converter's confinement (sandbox) has made it. */
  folder: string;
  mode: 'remux' | 'transcode';
  /** Called when ffmpeg has completely written a segment file. */
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
  // The watchdog kills ffmpeg when the server is killed; a paused ffmpeg would otherwise stay paused for ever.
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid, 'SIGKILL');
  // Transcoding uses every core; a lower priority leaves the server responsive.
  if (child.pid !== undefined && mode === 'transcode') lowerPriority(child.pid);
  let isPaused = false;
  let isKilled = false;
  let outputBytes = 0;
  // ffmpeg's standard output (`child.stdout`) is not null, because `spawn` was told to make it a pipe.
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
    // The event `close` comes after the last line of ffmpeg's output, unlike `exit`.
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
      // A child process of ffmpeg may keep the output pipe open, so the server's end of the pipe is closed.
      output.destroy();
    },
    ended,
  };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The ffmpeg process has ended already, so its priority cannot be set.
  }
}
