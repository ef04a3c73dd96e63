import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { startWatchdog } from './watchdog.ts';

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

export function runFfmpeg(needs: {
  ffmpeg: string;
  args: readonly string[];
  folder: string;
  /** Encoding a picture anew takes all the cores it gets: the server comes first. */
  isHeavy: boolean;
  /** A file is whole, and as long as this. */
  onFinished(fileName: string, durationSeconds: number): void;
}): FfmpegRun {
  const child = spawn(needs.ffmpeg, needs.args, {
    cwd: needs.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const watchdog = child.pid === undefined ? undefined : startWatchdog(child.pid);
  if (child.pid !== undefined && needs.isHeavy) lowerPriority(child.pid);
  let isPaused = false;
  let isKilled = false;
  const lines = createInterface({ input: child.stdout });
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
