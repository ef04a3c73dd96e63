import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { readRowPlace, restoreRow, rowOf, scrollToCard, type RowPlace } from './row-places.ts';

/**
 * A person's position on a screen, stored for a return with the browser's «back»: the scroll offset and the focused
 * element.
 */
interface ScreenPosition {
  offsetPx: number;
  /** The `data-focus-key` attribute of the focused element, which names a card or row of the screen. */
  focused: string | undefined;
  /**
   * The index of the focused element among those with the same `data-focus-key`: one title may be in several rows of a
   * screen.
   */
  nth: number;
  /** Where each row of cards that the person has scrolled sideways stands, by the name of the row. */
  rows: ReadonlyMap<string, RowPlace>;
}

const noRows: ReadonlyMap<string, RowPlace> = new Map();

const positions = new Map<string, ScreenPosition>();
const remembered = 50;
/**
 * How many frames the return to a screen waits for the element to focus, about two seconds; after that the element
 * counts as removed.
 */
const framesWaited = 120;

/** The element that had the focus when the person went back, such as a header link, which stays mounted. */
let focusOnReturn: Element | null = null;
addEventListener('popstate', () => {
  focusOnReturn = document.activeElement;
});

/**
 * Whether the person has moved the focus while the screen was loading, so that the stored focus must not be restored.
 * Focus on a heading, which the screen sets itself, does not count.
 */
function hasGoneOn(): boolean {
  const { activeElement, body } = document;
  return (
    activeElement !== body && activeElement !== focusOnReturn && (activeElement as HTMLElement).tabIndex >= 0
  );
}

/**
 * Stores the person's position on a screen in a history entry, and restores it when they return to the entry: the
 * scroll offset, and the focus on the element with the stored `data-focus-key`.
 *
 * @param isReady - true once the screen's content is rendered, so that the focus can be restored
 * @param first - the `data-focus-key` of the element to focus if no position is stored
 * @returns the stored scroll offset in pixels (0 by default), and whether a position was stored
 */
export function useScrollRestore(isReady: boolean, first?: string): { offsetPx: number; isReturn: boolean } {
  const { key } = useLocation();
  const [start] = useState<ScreenPosition | undefined>(
    () =>
      positions.get(key) ??
      (first === undefined ? undefined : { offsetPx: 0, focused: first, nth: 0, rows: noRows }),
  );
  const [isReturn] = useState(() => positions.has(key));
  const hasFocused = useRef(false);

  // The listeners that store the scroll offset and the focus are added in a layout effect, so that they are removed
  // before the next page scrolls to its top.
  useLayoutEffect(() => {
    const keep = (position: ScreenPosition): void => {
      positions.delete(key);
      positions.set(key, position);
      const [oldest] = positions.keys();
      if (positions.size > remembered && oldest !== undefined) positions.delete(oldest);
    };
    const readRows = (): ScreenPosition['rows'] => positions.get(key)?.rows ?? noRows;
    const remember = (event: Event): void => {
      const row = event.type === 'click' ? rowOf(event.target) : undefined;
      keep({
        offsetPx: scrollY,
        ...readFocus(),
        rows: row === undefined ? readRows() : withRow(readRows(), row),
      });
    };
    // A list may be scrolled while nothing has the focus; the stored position then keeps the element that was focused
    // last.
    const rememberOffset = (): void => {
      const now = readFocus();
      const last = now.focused === undefined ? positions.get(key) : undefined;
      keep({ ...(last ?? now), offsetPx: scrollY, rows: readRows() });
    };
    const rememberRow = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || rowOf(target) !== target) return;
      const position = positions.get(key) ?? { offsetPx: scrollY, ...readFocus() };
      keep({ ...position, rows: withRow(readRows(), target) });
    };
    // When an element without a `data-focus-key`, such as a button of a card, gets the focus, nothing is stored: the
    // focus returns to the card's link before the person leaves the page.
    const rememberFocus = (): void => {
      const now = readFocus();
      if (now.focused !== undefined) keep({ offsetPx: scrollY, ...now, rows: readRows() });
    };
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('scrollend', rememberOffset, { signal });
    // The event of a row does not bubble, but is captured.
    addEventListener('scrollend', rememberRow, { signal, capture: true });
    addEventListener('focusin', rememberFocus, { signal });
    // Scroll offset and focus are stored at each click and key press: at that moment, the element that opens another
    // page still has the focus.
    addEventListener('click', remember, { signal, capture: true });
    addEventListener('keydown', remember, { signal, capture: true });
    return () => listening.abort();
  }, [key]);

  useLayoutEffect(() => {
    if (!isReady) return;
    for (const [name, place] of start?.rows ?? noRows) restoreRow(name, place);
  }, [isReady, start]);

  useEffect(() => {
    if (!isReady || hasFocused.current || start?.focused === undefined) return undefined;
    const { focused, nth } = start;
    // A virtual list renders its rows only after it has measured itself, so the element to focus may not exist yet; it
    // is then looked up again in each of the next frames.
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
      if (element !== undefined) scrollToCard(element);
    };
    let frame = requestAnimationFrame(giveBack);
    return () => cancelAnimationFrame(frame);
  }, [isReady, start]);

  return { offsetPx: start?.offsetPx ?? 0, isReturn };
}

function withRow(rows: ScreenPosition['rows'], row: HTMLElement): ScreenPosition['rows'] {
  const next = new Map(rows);
  const [name, place] = readRowPlace(row);
  if (place === undefined) next.delete(name);
  else next.set(name, place);
  return next;
}

function findElements(name: string): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-focus-key]')];
  return all.filter((element) => element.dataset['focusKey'] === name);
}

/**
 * The button that opens a card's menu, which has the focus after the menu is closed; the position stored for a return
 * to the screen names the card instead.
 */
const menuButton = '[data-within][aria-haspopup]';

function readFocus(): Pick<ScreenPosition, 'focused' | 'nth'> {
  const { activeElement } = document;
  const active = activeElement?.matches(menuButton)
    ? activeElement.closest('li')?.querySelector<HTMLElement>('[data-focus-key]')
    : activeElement?.closest<HTMLElement>('[data-focus-key]');
  const focused = active?.dataset['focusKey'];
  if (!active || focused === undefined) return { focused: undefined, nth: 0 };
  return { focused, nth: findElements(focused).indexOf(active) };
}
