import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Where a person was on a screen: how far down, and on what. */
interface Place {
  offsetPx: number;
  /** The `data-place` of what had the focus. */
  focused: string | undefined;
  /** Which of the elements with that `data-place` it was: a title may stand in several rows. */
  nth: number;
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
 * @param first - the `data-place` that gets the focus where nothing is remembered
 * @returns where it was, and whether that is remembered
 */
export function useKeptPlace(isReady: boolean, first?: string): { offsetPx: number; isReturn: boolean } {
  const { key } = useLocation();
  const [start] = useState<Place | undefined>(
    () => places.get(key) ?? (first === undefined ? undefined : { offsetPx: 0, focused: first, nth: 0 }),
  );
  const [isReturn] = useState(() => places.has(key));
  const hasFocused = useRef(false);

  // Of the layout: the page that comes next scrolls to its top before other effects are cleaned up.
  useLayoutEffect(() => {
    const keep = (place: Place): void => {
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.keys();
      if (places.size > remembered && oldest !== undefined) places.delete(oldest);
    };
    const remember = (): void => keep({ offsetPx: scrollY, ...readFocus() });
    // A list may scroll with the focus nowhere, or on what is no place; what had it last still counts.
    const rememberLast = (): void => {
      const now = readFocus();
      const last = places.get(key);
      keep({ offsetPx: scrollY, ...(now.focused === undefined && last !== undefined ? focusOf(last) : now) });
    };
    addEventListener('scrollend', rememberLast);
    // Leaving by a link or a key happens with the focus still on what was opened.
    addEventListener('click', remember, true);
    addEventListener('keydown', remember, true);
    // An action of a card is beside its link, and gives the focus to that before it leads away.
    addEventListener('focusin', rememberLast);
    return () => {
      removeEventListener('focusin', rememberLast);
      removeEventListener('scrollend', rememberLast);
      removeEventListener('click', remember, true);
      removeEventListener('keydown', remember, true);
    };
  }, [key]);

  useEffect(() => {
    if (!isReady || hasFocused.current || start?.focused === undefined) return undefined;
    const { focused, nth } = start;
    // A virtual list has its rows only once it has been measured: until then what had the focus is not there.
    let framesLeft = framesWaited;
    const before = document.activeElement;
    const giveBack = (): void => {
      const same = findPlaces(focused);
      const element = same[nth] ?? same[0];
      const { activeElement } = document;
      // Whoever has gone on to something meanwhile stays there.
      if (activeElement !== before && activeElement !== document.body) {
        hasFocused.current = true;
        return;
      }
      if (element === undefined && framesLeft > 0) {
        framesLeft -= 1;
        frame = requestAnimationFrame(giveBack);
        return;
      }
      hasFocused.current = true;
      element?.focus({ preventScroll: true });
      // It may stand far along in a row, which begins anew.
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    let frame = requestAnimationFrame(giveBack);
    return () => cancelAnimationFrame(frame);
  }, [isReady, start]);

  return { offsetPx: start?.offsetPx ?? 0, isReturn };
}

function findPlaces(name: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-place]')];
  return all.filter((element) => element.dataset['place'] === name);
}

function readFocus(): Pick<Place, 'focused' | 'nth'> {
  const active = document.activeElement?.closest<HTMLElement>('[data-place]');
  const focused = active?.dataset['place'];
  if (!active || focused === undefined) return { focused: undefined, nth: 0 };
  return { focused, nth: findPlaces(focused).indexOf(active) };
}

const focusOf = ({ focused, nth }: Place): Pick<Place, 'focused' | 'nth'> => ({ focused, nth });
