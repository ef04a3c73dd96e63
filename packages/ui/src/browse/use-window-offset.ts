import { startTransition, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

export interface WindowOffset {
  /** How far the page has been scrolled. */
  topPx: number;
  heightPx: number;
}

/**
 * Where the window is on the page. Rendered again only when it is in another step or of another height, and between the
 * frames, in a transition, unless what is shown has to be there at once.
 *
 * @param initialPx - how far the page is scrolled until it says so itself
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
    // Both by what a step is now: rows may have become higher since the last one.
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
