import { setImmediate as nextTurn } from 'node:timers/promises';

/** Yields to other requests after this many milliseconds, because the cost of an item depends on what it inherits. */
const turnMs = 5;

/** Writes items one after the other, and yields to other requests at intervals. */
export type InTurns = <Item>(
  items: readonly Item[],
  write: (item: Item, index: number) => string | Promise<string>,
) => Promise<string[]>;

/** Creates a writer that yields. @param signal - its reason is thrown when it aborts */
export function createInTurns(signal: AbortSignal): InTurns {
  let turnAt = performance.now();
  return async (items, write) => {
    const written: string[] = [];
    for (const [index, item] of items.entries()) {
      if (performance.now() - turnAt > turnMs) {
        await nextTurn();
        signal.throwIfAborted();
        turnAt = performance.now();
      }
      written.push(await write(item, index));
    }
    return written;
  };
}
