/** Runs a bounded number of tasks at once; the others wait and start in the order in which they came. */
export interface Semaphore {
  /**
   * @param signal - takes a waiting task out of the queue; a task that has started is not affected by it
   * @throws the semaphore's refusal when the queue is full or the semaphore is closed, the signal's reason, or the task's error
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** Refuses the waiting tasks and all later ones; running tasks end by themselves. */
  close(): void;
}

export interface SemaphoreLimits {
  /** Tasks that run at once. */
  running: number;
  /** Tasks that may wait; without it, any number. */
  waiting?: number;
  /** The error for a task that may not wait. */
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

/** Runs the tasks of one key one after the other, and those of different keys at once. */
export interface KeyedQueue {
  /**
   * @param signal - takes a waiting task out of the queue
   * @throws the signal's reason, or the task's error
   */
  run<T>(key: string, task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { semaphore: Semaphore; users: number }>();
  return {
    async run(key, task, signal) {
      const queue = queues.get(key) ?? { semaphore: createSemaphore({ running: 1 }), users: 0 };
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
