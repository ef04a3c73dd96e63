/** Limits the number of tasks that run at once; further tasks wait and start in the order of their calls. */
export interface Semaphore {
  /**
   * Runs a task, or queues it while the maximum number of tasks runs.
   *
   * @param signal - removes a waiting task from the queue; it does not affect a task that has started
   * @throws the semaphore's refusal when the queue is full or the semaphore is closed, the signal's reason, or the
   * task's error
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Closes the semaphore: refuses all waiting and later tasks; running tasks are not stopped. */
  close(): void;
}

export interface SemaphoreLimits {
  /** The maximum number of tasks of a semaphore that run at once. */
  running: number;
  /** The maximum number of tasks that wait for a semaphore; unlimited by default. */
  waiting?: number;
  /** Creates the error for a task that may not wait, because the semaphore's queue is full or closed. */
  refusal?: () => Error;
}

interface Waiter {
  begin(): void;
  refuse(error: unknown): void;
}

const usualRefusal = (): Error => new Error('the semaphore takes no more tasks');

export function createSemaphore({
  running,
  waiting = Infinity,
  refusal = usualRefusal,
}: SemaphoreLimits): Semaphore {
  const queue = new Set<Waiter>();
  let free = running;
  let isClosed = false;

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => waiter.refuse(signal?.reason);
      const waiter: Waiter = {
        begin() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        refuse(error) {
          signal?.removeEventListener('abort', leave);
          queue.delete(waiter);
          reject(error);
        },
      };
      queue.add(waiter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function release(): void {
    const [next] = queue;
    if (next === undefined) {
      free += 1;
      return;
    }
    queue.delete(next);
    next.begin();
  }

  return {
    async run(task, signal) {
      if (isClosed) throw refusal();
      signal?.throwIfAborted();
      if (free > 0) free -= 1;
      else if (queue.size >= waiting) throw refusal();
      else await wait(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
    close() {
      isClosed = true;
      for (const waiter of queue) waiter.refuse(refusal());
    },
  };
}

/**
 * A queue for each key: tasks with the same key run one after the other, or a few at once, and tasks with different keys
 * do not wait for each other.
 */
export interface KeyedQueue {
  /**
   * Runs a task of a keyed queue, after earlier tasks with the same key have ended where too many of them run.
   *
   * @param signal - removes a waiting task from the queue
   * @throws the signal's reason, or the task's error
   */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** @param running - the maximum number of tasks with the same key that run at once */
export function createKeyedQueue(running = 1): KeyedQueue {
  const queues = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    async run(key, task, signal) {
      const queue = queues.get(key) ?? { semaphore: createSemaphore({ running }), users: 0 };
      queues.set(key, queue);
      queue.users += 1;
      try {
        return await queue.semaphore.run(task, signal);
      } finally {
        queue.users -= 1;
        if (queue.users === 0) queues.delete(key);
      }
    },
  };
}
