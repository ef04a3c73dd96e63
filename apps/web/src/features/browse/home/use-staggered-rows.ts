import { startTransition, useEffect, useState } from 'react';

/**
 * How many rows of the home page are rendered: first none but the billboard (the large title on top), so that its image
 * is requested early; then one more row at a time, so that the page reacts to input in between.
 *
 * @param isWhole - whether all rows are rendered at once, because the page must restore its scroll position, which may
 *   be far down
 */
export function useStaggeredRows(count: number, isWhole: boolean): number {
  const [shown, setShown] = useState(isWhole ? count : 0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
