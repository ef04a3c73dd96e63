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
/** About two seconds: what has not come by then is no longer on the screen. */
const framesWaited = 120;

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
    // A virtual list has its rows only once it has been measured: until then what had the focus is not there.
    let framesLeft = framesWaited;
    const giveBack = (): void => {
      const all = [...document.querySelectorAll<HTMLElement>('[data-place]')];
      const element = all.find((candidate) => candidate.dataset['place'] === focused);
      if (element === undefined && framesLeft > 0) {
        framesLeft -= 1;
        frame = requestAnimationFrame(giveBack);
        return;
      }
      hasFocused.current = true;
      element?.focus({ preventScroll: true });
    };
    let frame = requestAnimationFrame(giveBack);
    return () => cancelAnimationFrame(frame);
  }, [isReady, start]);

  return { offsetPx: start?.offsetPx ?? 0 };
}
