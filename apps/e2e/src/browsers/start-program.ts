import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** A program that a test has started, with the programs that it starts itself. */
export interface StartedProgram {
  /** What the program writes to its descriptor 3. */
  announced: Readable;
  /** Ends the program and all that it has started, and resolves when it has ended. */
  end(): Promise<void>;
}

/** Starts a program in a process group of its own. What it prints is left out: browsers complain about what a container lacks. */
export function startProgram(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): StartedProgram {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
    detached: true,
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  return {
    announced: child.stdio[3] as Readable,
    end() {
      try {
        process.kill(-(child.pid ?? 0), 'SIGKILL');
      } catch {
        // All processes of the group have ended already.
      }
      return ended;
    },
  };
}
