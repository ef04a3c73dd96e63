import { messageDismissMs } from '@butaca/contract';
import { useEffect, useState } from 'react';

/**
 * The state of a message that disappears after five seconds, or when the person closes it.
 *
 * @returns whether the message is still shown, and a function that closes it
 */
export function usePassing(): [isShown: boolean, close: () => void] {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), messageDismissMs);
    return () => clearTimeout(timer);
  }, []);
  return [isShown, () => setShown(false)];
}
