import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export interface WindowOffset {
  /** The page's vertical scroll offset in CSS pixels. */
  topPx: number;
  heightPx: number;
}

/**
 * Tracks the page's scroll offset. A change causes a render only when the offset reaches another step or the window's height
 * changes; the render is a transition unless `isUrgent`.
 *
 * @param initialPx - the offset to assume until the page is scrolled
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
    // Both offsets are converted with the current row height, which may have changed since the last render.
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
