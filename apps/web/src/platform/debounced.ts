import { useEffect, useState } from 'react';
import { after } from './base/clock.ts';

/** Debounces a value: returns it once it has stayed the same for `waitMs` milliseconds. */
export function useDebounced<T>(value: T, waitMs: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    return after(waitMs, () => setSettled(value));
  }, [value, waitMs]);
  return settled;
}
