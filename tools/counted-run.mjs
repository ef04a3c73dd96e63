import { spawn } from 'node:child_process';

/**
 * How many tests have passed and failed.
 *
 * @typedef {{ passed: number, failed: number }} Counts
 */

/**
 * Whether a printed line tells of a failed check or test: those of `npm test`, and those of Node's own test runner.
 *
 * @param {string} line
 */
export const tellsOfFailure = (line) => /^(?:✗ |\s*not ok )/u.test(line);

/** @param {Counts} counts */
export const countLines = ({ passed, failed }) => `${passed} passed, ${failed} failed`;

/**
 * Runs a program that tests something and prints `N passed, N failed` as its last line. What it prints is printed on at
 * once, except that line. A program that does not print it, ends with a failure's exit code though it counts none, or
 * takes too long, counts as one failure more.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {object} [options]
 * @param {number} [options.timeoutMs] - after this time the program and all programs that it has started are ended
 * @param {(text: string) => void} [options.print]
 * @returns {Promise<Counts>}
 */
export function runCounted(program, args, { timeoutMs, print = (text) => process.stdout.write(text) } = {}) {
  return new Promise((resolve) => {
    // In a process group of its own, the program can be ended together with the programs that it has started.
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    let isLate = false;
    const end = () => {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // All processes of the group have ended already.
      }
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => ((isLate = true), end()), timeoutMs);
    const stop = () => {
      end();
      process.exit(130);
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
    /** The text that is not printed yet: the line that may be the last one, and what follows it. */
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      rest += text;
      const cut = rest.lastIndexOf('\n', rest.length - 2) + 1;
      print(rest.slice(0, cut));
      rest = rest.slice(cut);
    });
    child.on('error', () => resolve({ passed: 0, failed: 1 }));
    child.on('close', (code) => {
      clearTimeout(timer);
      for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop);
      const counted = /^(\d+) passed, (\d+) failed\s*$/.exec(rest);
      if (counted === null) print(rest);
      const passed = Number(counted?.[1] ?? 0);
      const failed = Number(counted?.[2] ?? 0);
      const isUncounted = counted === null || isLate || (code !== 0 && failed === 0);
      resolve({ passed, failed: failed + (isUncounted ? 1 : 0) });
    });
  });
}
