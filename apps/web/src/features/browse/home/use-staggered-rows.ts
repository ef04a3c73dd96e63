import { startTransition, useEffect, useState } from 'react';

/**
 * How many rows are rendered: the billboard first, so that its picture is requested early; then row after row between frames, so
 * that the page reacts to input meanwhile.
 *
 * @param isWhole - all of them at once: somebody comes back to where they were, which may be far down
 */
export function useStaggeredRows(count: number, isWhole: boolean): number {
  const [shown, setShown] = useState(isWhole ? count : 0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
