import { createSlices } from '../../../../platform/async/turns.ts';

/**
 * After this many milliseconds of rewriting a DASH manifest, the event loop is yielded to other requests; the time is
 * measured because the cost of an element depends on what it inherits.
 */
const sliceMs = 5;

/** Writes the elements of a DASH manifest one after the other, and yields to other requests at intervals. */
export type YieldingMap = <Item>(
  items: readonly Item[],
  write: (item: Item, index: number) => string | Promise<string>,
) => Promise<string[]>;

/** @param signal - its reason is thrown when it aborts */
export function createYieldingMap(signal: AbortSignal): YieldingMap {
  const giveWay = createSlices(sliceMs);
  return async (items, write) => {
    const written: string[] = [];
    for (const [index, item] of items.entries()) {
      if (await giveWay()) signal.throwIfAborted();
      written.push(await write(item, index));
    }
    return written;
  };
}
