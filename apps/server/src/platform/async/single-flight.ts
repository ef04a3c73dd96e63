/**
 * Shares one run of a task among all callers with the same key while the task runs (single flight). The result is not
 * kept afterwards.
 */
export interface SingleFlight<T> {
  /**
   * Joins the run of a task that is in flight under the given key, or starts `make`. When the run fails, it rejects for
   * every caller.
   */
  run(key: string, make: () => Promise<T>): Promise<T>;
  /** Resolves when all tasks that are in flight now have ended, also by an error. */
  settled(): Promise<void>;
}

export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    run(key, make) {
      const known = flights.get(key);
      if (known !== undefined) return known;
      const flight = make().finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
    async settled() {
      await Promise.allSettled(flights.values());
    },
  };
}

/**
 * A lazy value: it is made at the first call of `get`, shared by all callers, and kept until `forget`. A failed attempt
 * is not kept.
 */
export interface Lazy<T> {
  get(): Promise<T>;
  /** Returns the lazy value or the attempt in flight; `undefined` before the first call of `get` and after `forget`. */
  peek(): Promise<T> | undefined;
  /** Forgets the lazy value, so that the next `get` makes a new one. */
  forget(): void;
}

export function createLazy<T>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | undefined;
  return {
    get() {
      if (made !== undefined) return made;
      const making = make();
      made = making;
      making.catch(() => {
        if (made === making) made = undefined;
      });
      return making;
    },
    peek: () => made,
    forget() {
      made = undefined;
    },
  };
}
