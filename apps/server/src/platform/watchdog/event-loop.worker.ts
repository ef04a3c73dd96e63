// The thread that watches the event loop. It runs no event loop of its own, so that nothing delays its ticks, and ends the
// process itself, because the main thread would not read a message.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { beatsAt, debuggedAt, type WatchedLoop } from './watched-loop.ts';
import { createLoopJudge } from './watch-ticks.ts';
import { systemClock } from '../clock.ts';

const { shared, tickMs, limitMs } = workerData as WatchedLoop;
const marks = new Int32Array(shared);
const judge = createLoopJudge(tickMs, limitMs);
const stdoutFd = 1;
/**
 * The signal by which the watchdog ends its own process. A thread cannot set the exit code of a process whose main thread
 * does not run; the signal stands for it: shells, containers and `npm start` report 142 (128 + 14), which nothing else in the
 * product causes and which, unlike 137 of SIGKILL, is not that of a process that used too much memory.
 */
const watchdogSignal = 'SIGALRM';
const never = new Int32Array(new SharedArrayBuffer(4));

function look(): boolean {
  return judge.tick({
    nowMs: systemClock.steadyMs(),
    beats: Atomics.load(marks, beatsAt),
    isDebugged: Atomics.load(marks, debuggedAt) === 1,
  });
}

while (!look()) Atomics.wait(never, 0, 0, tickMs);
say();
endProcess();

/** Writes a line as the log writes them, which needs the main thread. */
function say(): void {
  const msg = 'the event loop stands still, ending the process';
  const line = { level: 'fatal', time: systemClock.now().toISOString(), stoodStillMs: limitMs, msg };
  try {
    writeSync(stdoutFd, `${JSON.stringify(line)}\n`);
  } catch {
    // Nobody reads the log. The process ends all the same.
  }
}

/** Ends this process from any of its threads, with {@link watchdogSignal} where the system has it. */
function endProcess(): void {
  try {
    process.kill(process.pid, watchdogSignal);
  } catch {
    // Windows has no such signal.
    process.kill(process.pid, 'SIGKILL');
  }
}
