import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export interface WindowOffset {
  /** The page's vertical scroll offset in CSS pixels. */
  topPx: number;
  heightPx: number;
}

/**
 * Tracks how far the page is scrolled, for a grid that renders only the rows in view. A change causes a render only
 * when `stepOf` gives another step (another row of the grid) or the window's height changes; the render is a React
 * transition unless `isUrgent`.
 *
 * @param initialPx - the scroll offset to assume until the page is scrolled
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
    // The previous and the new scroll offset are both converted to rows with the current row height, which may have
    // changed since the last render.
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
