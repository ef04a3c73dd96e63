import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Where a person was on a screen: how far down, and on what. */
interface Place {
  offsetPx: number;
  /** The `data-place` of what had the focus. */
  focused: string | undefined;
}

const places = new Map<string, Place>();
const remembered = 50;

/**
 * Keeps where a person was in this entry of the history, so that coming back finds it again: the offset to start from,
 * and the focus on the element whose `data-place` had it.
 *
 * @param isReady - the screen shows what it showed before, so that the focus can be given back
 */
export function useKeptPlace(isReady: boolean): { offsetPx: number } {
  const { key } = useLocation();
  const [start] = useState(() => places.get(key));
  const hasFocused = useRef(false);

  useEffect(() => {
    const remember = (): void => {
      const active = document.activeElement?.closest<HTMLElement>('[data-place]');
      places.delete(key);
      places.set(key, { offsetPx: scrollY, focused: active?.dataset['place'] });
      const [oldest] = places.keys();
      if (places.size > remembered && oldest !== undefined) places.delete(oldest);
    };
    addEventListener('scrollend', remember);
    // Leaving by a link or a key happens with the focus still on what was opened.
    addEventListener('click', remember, true);
    addEventListener('keydown', remember, true);
    return () => {
      removeEventListener('scrollend', remember);
      removeEventListener('click', remember, true);
      removeEventListener('keydown', remember, true);
    };
  }, [key]);

  useEffect(() => {
    const focused = start?.focused;
    if (!isReady || hasFocused.current || focused === undefined) return undefined;
    // A virtual list has its rows only once it has been measured, which is before the next frame.
    const frame = requestAnimationFrame(() => {
      hasFocused.current = true;
      const places = [...document.querySelectorAll<HTMLElement>('[data-place]')];
      places.find((element) => element.dataset['place'] === focused)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, start]);

  return { offsetPx: start?.offsetPx ?? 0 };
}
