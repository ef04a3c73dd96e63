import { useEffect, useEffectEvent } from 'react';

export function useWindowFocus(onFocus: () => void): void {
  const handleFocus = useEffectEvent(onFocus);
  useEffect(() => {
    const listener = (): void => handleFocus();
    addEventListener('focus', listener);
    return () => removeEventListener('focus', listener);
  }, []);
}
