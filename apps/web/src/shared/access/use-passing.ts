import { messageDismissMs } from '@butaca/contract';
import { useEffect, useState } from 'react';
import { after } from '../../platform/base/clock.ts';

/**
 * The state of a message that disappears after five seconds, or when the person closes it.
 *
 * @returns whether the message is still shown, and a function that closes it
 */
export function usePassing(): [isShown: boolean, close: () => void] {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    return after(messageDismissMs, () => setShown(false));
  }, []);
  return [isShown, () => setShown(false)];
}
