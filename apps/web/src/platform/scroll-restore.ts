import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** A person's position on a screen: the scroll offset and the focused element. */
interface Place {
  offsetPx: number;
  /** The `data-place` of the focused element. */
  focused: string | undefined;
  /** The index of the focused element among those with the same `data-place`: one title may be in several rows. */
  nth: number;
}

const places = new Map<string, Place>();
const remembered = 50;
/** How many frames to wait for the focused element to be rendered, about two seconds; after that it counts as removed. */
const framesWaited = 120;

/** The element that had the focus when the person went back, such as one in the header, which stays mounted. */
let focusOnReturn: Element | null = null;
addEventListener('popstate', () => {
  focusOnReturn = document.activeElement;
});

/**
 * Whether the person has moved the focus while the screen was loading. Focus on a heading, which the screen sets
 * itself, does not count.
 */
function hasGoneOn(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement !== body && activeElement !== focusOnReturn && (activeElement as HTMLElement).tabIndex >= 0
  );
}

/**
 * Stores a person's position in a history entry and restores it when they return to the entry: the scroll offset, and
 * the focus on the element with the stored `data-place`.
 *
 * @param isReady - true once the screen's content is rendered, so that the focus can be restored
 * @param first - the `data-place` of the element to focus if no position is stored
 * @returns the stored scroll offset in pixels (0 by default), and whether a position was stored
 */
export function useScrollRestore(isReady: boolean, first?: string): { offsetPx: number; isReturn: boolean } {
  const { key } = useLocation();
  const [start] = useState<Place | undefined>(
    () => places.get(key) ?? (first === undefined ? undefined : { offsetPx: 0, focused: first, nth: 0 }),
  );
  const [isReturn] = useState(() => places.has(key));
  const hasFocused = useRef(false);

  // The listeners are in a layout effect, so that they are removed before the next page scrolls to its top.
  useLayoutEffect(() => {
    const keep = (place: Place): void => {
      places.delete(key);
      places.set(key, place);
      const [oldest] = places.keys();
      if (places.size > remembered && oldest !== undefined) places.delete(oldest);
    };
    const remember = (): void => keep({ offsetPx: scrollY, ...readFocus() });
    // A list may be scrolled while nothing has the focus; the element that was focused last is then kept.
    const rememberOffset = (): void => {
      const now = readFocus();
      const last = now.focused === undefined ? places.get(key) : undefined;
      keep({ ...(last ?? now), offsetPx: scrollY });
    };
    // Focus on an element without a `data-place` is ignored: a card's link regains the focus from the card's buttons
    // before the page is left.
    const rememberFocus = (): void => {
      const now = readFocus();
      if (now.focused !== undefined) keep({ offsetPx: scrollY, ...now });
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scrollend', rememberOffset, { signal });
    addEventListener('focusin', rememberFocus, { signal });
    // The position is stored at each click and key press: the element that opens another page still has the focus then.
    addEventListener('click', remember, { signal, capture: true });
    addEventListener('keydown', remember, { signal, capture: true });
    return () => listening.abort();
  }, [key]);

  useEffect(() => {
    if (!isReady || hasFocused.current || start?.focused === undefined) return undefined;
    const { focused, nth } = start;
    // A virtual list renders its rows only after it has measured itself, so the element to focus may not exist yet.
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
      // The element may be scrolled out of the visible part of its row.
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

/** The menu button of a card, which has the focus after the menu is closed; it is stored as the card itself. */
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
