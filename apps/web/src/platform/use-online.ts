import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** Whether the browser has a network connection, as far as it knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * Tries again what failed as soon as the browser has a connection again.
 *
 * @param hasFailed - whether there is anything to try again
 */
export function useRetryOnReconnect(hasFailed: boolean, onRetry: () => void): void {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (!hasFailed) return undefined;
    const tryAgain = (): void => retry();
    addEventListener('online', tryAgain);
    return () => removeEventListener('online', tryAgain);
  }, [hasFailed]);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}
