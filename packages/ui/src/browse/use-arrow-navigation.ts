import { useCallback, type KeyboardEvent } from 'react';
import { directionOf, findNext } from './spatial.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

export interface ArrowNavigationOptions {
  /** `x` leaves ↑ and ↓ alone, `y` leaves ← and →. */
  axis?: 'both' | 'x' | 'y' | undefined;
  /** What may receive focus; by default everything that Tab reaches. */
  selector?: string | undefined;
}

/** True where the arrow already means something to the element, such as moving the caret. */
function keepsArrow(element: HTMLElement, vertical: boolean): boolean {
  if (element.matches('textarea, select, [contenteditable="true"], [role="slider"], video')) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  if (['checkbox', 'button', 'submit', 'file'].includes(element.type)) return false;
  // In one line of text ↑ and ↓ mean nothing: they lead out of it, as a remote needs.
  return !vertical || ['radio', 'range', 'number', 'date', 'time'].includes(element.type);
}

/** What is hidden but keeps its place would refuse the focus and make the key a dead one. */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
}

/**
 * Moves focus with the arrow keys, as a television's remote does, to what lies that way on screen.
 *
 * Spread the result on the container. A key that something inside has handled, or that comes with
 * a modifier, is left alone; so is one that leads nowhere, which then reaches an outer container.
 */
export function useArrowNavigation({ axis = 'both', selector = focusable }: ArrowNavigationOptions = {}) {
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const direction = directionOf(event.key);
      if (direction === undefined || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const vertical = direction === 'up' || direction === 'down';
      if (axis === (vertical ? 'x' : 'y')) return;
      const from = event.target as HTMLElement;
      if (keepsArrow(from, vertical)) return;

      const candidates = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element !== from && element.tabIndex >= 0 && isVisible(element),
      );
      const boxes = candidates.map((element) => element.getBoundingClientRect());
      const next = candidates[findNext(from.getBoundingClientRect(), direction, boxes)];
      if (next === undefined) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [axis, selector],
  );
  return { onKeyDown };
}
