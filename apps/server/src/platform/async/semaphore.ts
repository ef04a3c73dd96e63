import { AppError } from '../../../platform/http/app-error.ts';

/** Lets a few tasks run at once while the others wait in line, first come, first served. */
export interface Turns {
  /** @throws AppError `server.unavailable` when the line is full or closed; whatever the task throws */
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Refuses those who wait and whoever comes later; what runs is left to end. */
  close(): void;
}

const retryAfterSeconds = 5;

export function createTurns(limits: { running: number; waiting: number }): Turns {
  let free = limits.running;
  let isClosed = false;
  let line: { begin: () => void; refuse: (error: Error) => void }[] = [];

  const refusal = () => new AppError('server.unavailable', { retryAfterSeconds });

  return {
    async run(task) {
      if (isClosed) throw refusal();
      if (free > 0) free -= 1;
      else if (line.length >= limits.waiting) throw refusal();
      else await new Promise<void>((begin, refuse) => line.push({ begin, refuse }));
      try {
        return await task();
      } finally {
        const next = line.shift();
        if (next === undefined) free += 1;
        else next.begin();
      }
    },
    close() {
      isClosed = true;
      for (const { refuse } of line) refuse(refusal());
      line = [];
    },
  };
}
