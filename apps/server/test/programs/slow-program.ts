import { appendFile, chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';

/** A script in place of a program such as ffprobe. It does what the test wants until the test lets it run the program. */
export interface SlowProgram extends AsyncDisposable {
  path: string;
  /** From now on the script runs the program. */
  wake(): Promise<void>;
  /** Counts the processes in which the script waits, with those that the script itself was killed without. */
  countWaiting(): Promise<number>;
}

const mark = '# despierta';

/**
 * Makes a script for tests that stands for a program of a machine that is still starting.
 *
 * @param until - what the script does before it may run the program; by default it waits for ever, in a process of its own
 */
export async function makeSlowProgram(program: string, until?: string): Promise<SlowProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'butaca-slow-'));
  // Also the unprivileged user of some confinements has to reach the script.
  await chmod(folder, 0o755);
  const path = join(folder, 'program');
  // So long a wait has a name of its own in the list of processes.
  const seconds = String(randomInt(100_000_000, 999_999_999));
  const wait = until ?? `sleep ${seconds} & wait`;
  // In a namespace only its own file shows the script what the test wants.
  const isAsleep = `! tail -n 1 "$0" | grep -q '^${mark}'`;
  await writeFile(path, `#!/bin/sh\nif ${isAsleep}; then ${wait}; fi\nexec ${program} "$@"\n`);
  await chmod(path, 0o755);
  return {
    path,
    wake: () => appendFile(path, `${mark}\n`),
    async countWaiting() {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const commands = await Promise.all(
        pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
      );
      return commands.filter((command) => command === `sleep\0${seconds}\0`).length;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
