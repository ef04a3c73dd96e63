/* Adds the few functions that the page and its libraries call and that browsers as old as Chromium 94 lack. Only such
   browsers load this file, before the page is shown. Other newer functions are not used in the page: `.oxlintrc.json`
   lists them. */

/** Adds a function to an object of the browser, unless the browser has it. */
function add(owner: object, name: string, value: (this: never, ...given: never[]) => unknown): void {
  if (!(name in owner)) Object.defineProperty(owner, name, { value, configurable: true, writable: true });
}

/** The functions for browsers that lack them, by the object that they are added to; tests call them directly. */
export const missing = {
  array: {
    // oxlint-disable-next-line unicorn/no-array-sort -- the browser has no other
    toSorted<T>(this: readonly T[], compare?: (a: T, b: T) => number): T[] {
      // oxlint-disable-next-line unicorn/no-array-sort -- sorts the copy
      return [...this].sort(compare);
    },
    toReversed<T>(this: readonly T[]): T[] {
      // oxlint-disable-next-line unicorn/no-array-reverse -- reverses the copy
      return [...this].reverse();
    },
    toSpliced<T>(this: readonly T[], ...change: [start: number, deleted: number, ...added: T[]]): T[] {
      const copy = [...this];
      copy.splice(...change);
      return copy;
    },
    findLast<T>(
      this: readonly T[],
      is: (item: T, index: number, all: readonly T[]) => boolean,
    ): T | undefined {
      for (let index = this.length - 1; index >= 0; index -= 1) {
        if (is(this[index] as T, index, this)) return this[index];
      }
      return undefined;
    },
  },
  url: {
    canParse(address: string, base?: string): boolean {
      try {
        return new URL(address, base).href !== '';
      } catch {
        return false;
      }
    },
  },
  abortSignal: {
    throwIfAborted(this: AbortSignal): void {
      if (this.aborted) throw new DOMException('the work was aborted', 'AbortError');
    },
  },
};

for (const [owner, functions] of [
  [Array.prototype, missing.array],
  [URL, missing.url],
  [AbortSignal.prototype, missing.abortSignal],
] as const) {
  for (const [name, value] of Object.entries(functions)) add(owner, name, value);
}
