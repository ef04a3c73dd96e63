/**
 * The signal by which the watchdog ends its own process. A thread cannot set the exit code of a process whose main thread
 * does not run; the signal stands for it: shells, containers and `npm start` report 142 (128 + 14), which nothing else in the
 * product causes and which, unlike 137 of SIGKILL, is not that of a process that used too much memory.
 */
const watchdogSignal = 'SIGALRM';

/** Ends this process from any of its threads, with {@link watchdogSignal} where the system has it. */
export function endProcess(): void {
  try {
    process.kill(process.pid, watchdogSignal);
  } catch {
    // Windows has no such signal.
    process.kill(process.pid, 'SIGKILL');
  }
}
