import { useEffect, useEffectEvent } from 'react';

/** Calls back whenever the person comes to this window, from another one or from another tab. */
export function useWindowFocus(onFocus: () => void): void {
  const handleFocus = useEffectEvent(onFocus);
  useEffect(() => {
    const listener = (): void => handleFocus();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
