import { useEffect, useEffectEvent } from 'react';

/** Calls `onFocus` whenever the browser window gets the focus. */
export function useWindowFocus(onFocus: () => void): void {
  const handleFocus = useEffectEvent(onFocus);
  useEffect(() => {
    const listener = (): void => handleFocus();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
