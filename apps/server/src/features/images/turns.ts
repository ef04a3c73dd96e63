import { AppError } from '../../platform/http/app-error.ts';

/** Lets a few tasks run at once and some wait in line, first come, first served; the rest is refused. */
export interface Turns {
  /** @throws AppError `server.unavailable` when the line is full; whatever the task throws */
  run<T>(task: () => Promise<T>): Promise<T>;
}

const retryAfterSeconds = 5;

export function createTurns(limits: { running: number; waiting: number }): Turns {
  let free = limits.running;
  const line: (() => void)[] = [];

  return {
    async run(task) {
      if (free > 0) free -= 1;
      else if (line.length >= limits.waiting) throw new AppError('server.unavailable', { retryAfterSeconds });
      else await new Promise<void>((resolve) => line.push(resolve));
      try {
        return await task();
      } finally {
        const next = line.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
