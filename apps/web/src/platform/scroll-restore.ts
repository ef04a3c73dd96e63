import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** Where a person was on a screen: the scroll position and the focused element. */
interface Place {
  offsetPx: number;
  /** The `data-place` of the focused element. */
  focused: string | undefined;
  /** The index among the elements with that `data-place`: a title may be in several rows. */
  nth: number;
}

const places = new Map<string, Place>();
const remembered = 50;
/** About two seconds; an element that is not rendered by then is no longer on the screen. */
const framesWaited = 120;

/** The element with the focus when the person came back, such as one in the header, which stays. */
let focusOnReturn: Element | null = null;
addEventListener('popstate', () => {
  focusOnReturn = document.activeElement;
});

/** Whether the person has moved the focus while the screen was loading. The screen itself may focus its heading. */
function hasGoneOn(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement !== body && activeElement !== focusOnReturn && (activeElement as HTMLElement).tabIndex >= 0
  );
}

/**
 * Stores where a person is in this history entry and restores it when they come back: the scroll offset, and the focus on the
 * element with the stored `data-place`.
 *
 * @param isReady - the screen shows what it showed before, so that the focus can be given back
 * @param first - the `data-place` that gets the focus where nothing is remembered
 * @returns where it was, and whether that is remembered
 */
export function useScrollRestore(isReady: boolean, first?: string): { offsetPx: number; isReturn: boolean } {
  const { key } = useLocation();
  const [start] = useState<Place | undefined>(
    () => places.get(key) ?? (first === undefined ? undefined : { offsetPx: 0, focused: first, nth: 0 }),
  );
  const [isReturn] = useState(() => places.has(key));
  const hasFocused = useRef(false);

  // A layout effect, because the next page scrolls to its top before other effects are cleaned up.
  useLayoutEffect(() => {
    const keep = (place: Place): void => {
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.keys();
      if (places.size > remembered && oldest !== undefined) places.delete(oldest);
    };
    const remember = (): void => keep({ offsetPx: scrollY, ...readFocus() });
    // A list may be scrolled without any focus; the element that was focused last still counts.
    const rememberOffset = (): void => {
      const now = readFocus();
      const last = now.focused === undefined ? places.get(key) : undefined;
      keep({ ...(last ?? now), offsetPx: scrollY });
    };
    // A card's actions are beside its link, which has the focus again before the page is left.
    const rememberFocus = (): void => {
      const now = readFocus();
      if (now.focused !== undefined) keep({ offsetPx: scrollY, ...now });
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scrollend', rememberOffset, { signal });
    addEventListener('focusin', rememberFocus, { signal });
    // On leaving by a click or a key, the opened element still has the focus.
    addEventListener('click', remember, { signal, capture: true });
    addEventListener('keydown', remember, { signal, capture: true });
    return () => listening.abort();
  }, [key]);

  useEffect(() => {
    if (!isReady || hasFocused.current || start?.focused === undefined) return undefined;
    const { focused, nth } = start;
    // A virtual list has its rows only once it has been measured: until then what had the focus is not there.
    let framesLeft = framesWaited;
    const giveBack = (): void => {
      const same = findElements(focused);
      const element = same[nth] ?? same[0];
      const isFree = !hasGoneOn();
      if (element === undefined && framesLeft > 0 && isFree) {
        framesLeft -= 1;
        frame = requestAnimationFrame(giveBack);
        return;
      }
      hasFocused.current = true;
      if (!isFree) return;
      element?.focus({ preventScroll: true });
      // The element may be outside of the visible part of its row.
      element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    let frame = requestAnimationFrame(giveBack);
    return () => cancelAnimationFrame(frame);
  }, [isReady, start]);

  return { offsetPx: start?.offsetPx ?? 0, isReturn };
}

function findElements(name: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-place]')];
  return all.filter((element) => element.dataset['place'] === name);
}

/** The menu button of a card counts as the card: it has the focus when the menu is closed. */
const menuButton = '[data-within][aria-haspopup]';

function readFocus(): Pick<Place, 'focused' | 'nth'> {
  const { activeElement } = document;
  const active = activeElement?.matches(menuButton)
    ? activeElement.closest('li')?.querySelector<HTMLElement>('[data-place]')
    : activeElement?.closest<HTMLElement>('[data-place]');
  const focused = active?.dataset['place'];
  if (!active || focused === undefined) return { focused: undefined, nth: 0 };
  return { focused, nth: findElements(focused).indexOf(active) };
}
