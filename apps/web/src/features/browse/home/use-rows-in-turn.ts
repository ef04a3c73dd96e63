import { startTransition, useEffect, useState } from 'react';

/**
 * How many rows to show: what opens the page comes first, and its picture is asked for; then each row in its turn and between
 * the frames, so that the page takes a press while they are made.
 *
 * @param isWhole - all of them at once: somebody comes back to where they were, which may be far down
 */
export function useRowsInTurn(count: number, isWhole: boolean): number {
  const [shown, setShown] = useState(isWhole ? count : 0);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + 1));
  }, [shown, count]);
  return shown;
}
