/** Shares one run of a task among all callers that ask for the same key while it runs. Nothing is kept after it has ended. */
export interface SingleFlight<T> {
  /** Joins the run of this key, or starts `make`. A failure reaches every caller. */
  run(key: string, make: () => Promise<T>): Promise<T>;
  /** Resolves when every run that is under way now has ended, failures included. */
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

/** A value that is made at its first use, once for all who ask, and kept until it is forgotten. A failure is not kept. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** What was made or is being made; `undefined` when nobody has asked yet. */
  peek(): Promise<T> | undefined;
  /** The next `get` makes it anew. */
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
