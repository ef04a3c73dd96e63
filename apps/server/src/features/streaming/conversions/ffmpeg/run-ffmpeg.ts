import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { startWatchdog } from '@butaca/db';
import { programLimits, type Converter } from './converter.ts';

export interface FfmpegRun {
  /** Pauses the ffmpeg process, on systems that can pause a process. */
  pause(): void;
  resume(): void;
  isPaused(): boolean;
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

interface FfmpegNeeds {
  converter: Converter;
  args: readonly string[];
  /** The folder that ffmpeg writes to; the converter's confinement (sandbox) has made it. */
  folder: string;
  mode: 'remux' | 'transcode';
}

/**
 * Starts an ffmpeg that writes HLS segments into a folder of its own.
 *
 * @param needs.onFinished - called when ffmpeg has completely written a segment file
 */
export function runFfmpeg(
  needs: FfmpegNeeds & { onFinished(fileName: string, durationSeconds: number): void },
): FfmpegRun {
  let outputBytes = 0;
  let isKilled = false;
  const { run, output } = startFfmpeg(needs);
  const kill = () => {
    isKilled = true;
    run.kill();
  };
  output.on('data', (chunk: Buffer) => {
    outputBytes += chunk.length;
    if (outputBytes > outputLimitBytes) kill();
  });
  createInterface({ input: output }).on('line', (line) => {
    const [fileName = '', from, to] = line.split(',');
    if (!isKilled && fileName !== '') needs.onFinished(fileName, Number(to) - Number(from));
  });
  return { ...run, kill };
}

/** @returns the process, and what it writes to its standard output */
export function startFfmpeg(needs: FfmpegNeeds): { run: FfmpegRun; output: Readable } {
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
  // ffmpeg's standard output (`child.stdout`) is not null, because `spawn` was told to make it a pipe.
  const output = child.stdout as Readable;
  const ended = new Promise<'complete' | 'failed'>((resolve) => {
    child.once('error', () => resolve('failed'));
    child.once('exit', () => watchdog?.stop());
    // The event `close` comes after the last line of ffmpeg's output, unlike `exit`.
    child.once('close', (code) => resolve(code === 0 ? 'complete' : 'failed'));
  });
  const run: FfmpegRun = {
    pause() {
      if (!isPaused && canPause) isPaused = child.kill('SIGSTOP');
    },
    resume() {
      if (isPaused) isPaused = !child.kill('SIGCONT');
    },
    isPaused: () => isPaused,
    kill() {
      child.kill('SIGKILL');
      // A child process of ffmpeg may keep the output pipe open, so the server's end of the pipe is closed.
      output.destroy();
    },
    ended,
  };
  return { run, output };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The ffmpeg process has ended already, so its priority cannot be set.
  }
}
