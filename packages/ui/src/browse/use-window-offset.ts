import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export interface WindowOffset {
  /** How far the page is scrolled. */
  topPx: number;
  heightPx: number;
}

/**
 * Tracks how far the page is scrolled. It renders only when the offset reaches another step or the window's height changes, and in a
 * transition, unless the content has to be there at once.
 *
 * @param initialPx - the offset until the page has been scrolled
 */
export function useWindowOffset(
  initialPx: number,
  stepOf: (topPx: number) => number,
  isUrgent: boolean,
): WindowOffset {
  const [offset, setOffset] = useState(() => ({ topPx: initialPx, heightPx: window.innerHeight }));
  const last = useRef(offset);
  const follow = useEffectEvent(() => {
    const next = { topPx: window.scrollY, heightPx: window.innerHeight };
    const { topPx, heightPx } = last.current;
    // Both offsets are compared by the present row height, which may have changed since the last one.
    if (next.heightPx === heightPx && stepOf(next.topPx) === stepOf(topPx)) return;
    last.current = next;
    if (isUrgent) setOffset(next);
    else startTransition(() => setOffset(next));
  });
  useLayoutEffect(() => {
    const handle = () => follow();
    window.addEventListener('scroll', handle, { passive: true });
    window.addEventListener('resize', handle);
    return () => {
      window.removeEventListener('scroll', handle);
      window.removeEventListener('resize', handle);
    };
  }, []);
  return offset;
}
