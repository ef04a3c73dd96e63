import { useCallback, type KeyboardEvent } from 'react';
import { directionOf, findInNearestRow, findNext, type Direction } from './spatial.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

export interface ArrowNavigationOptions {
  /** The handled arrow keys: `x` ignores ↑ and ↓, `y` ignores ← and →. */
  axis?: 'both' | 'x' | 'y' | undefined;
  /** A selector of the elements that may receive the focus; by default all elements that Tab reaches. */
  selector?: string | undefined;
  /** Whether ↑ and ↓ also leave a closed select field; ← and → still change its value. */
  leavesSelects?: boolean | undefined;
}

/** The elements whose content is navigated as a unit, each with its own rows. */
const landmark = 'main, nav, header, aside, footer';

/** Whether an element handles the arrow key itself, e.g. to move the caret of a text field. */
function keepsArrow(element: HTMLElement, vertical: boolean, leavesSelects: boolean): boolean {
  if (leavesSelects && vertical && element instanceof HTMLSelectElement) return false;
  if (element.matches('textarea, select, [contenteditable="true"], [role="slider"], video')) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  if (['checkbox', 'button', 'submit', 'file'].includes(element.type)) return false;
  // ↑ and ↓ do nothing in a single-line text field, so they leave it, as a remote control requires.
  return !vertical || ['radio', 'range', 'number', 'date', 'time'].includes(element.type);
}

/** Whether an element is visible: one that is hidden by `visibility` still has a box, but does not accept the focus. */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
}

function find(from: HTMLElement, direction: Direction, candidates: HTMLElement[]): HTMLElement | undefined {
  const boxes = candidates.map((element) => element.getBoundingClientRect());
  return candidates[findNext(from.getBoundingClientRect(), direction, boxes)];
}

/** The best candidate in the nearest row of a landmark, by default the landmark that contains `from`. */
function findInPart(
  from: HTMLElement,
  direction: Direction,
  candidates: HTMLElement[],
  part = from.closest(landmark),
) {
  const inPart = candidates.filter((element) => element.closest(landmark) === part);
  const boxes = inPart.map((element) => element.getBoundingClientRect());
  return inPart[findInNearestRow(from.getBoundingClientRect(), direction, boxes)];
}

/** The best candidate in another landmark; a landmark at the side is entered at the nearest row. */
function findBeyond(from: HTMLElement, direction: Direction, candidates: HTMLElement[]) {
  const nearest = find(from, direction, candidates);
  const part = nearest?.closest(landmark);
  return part?.matches('aside') ? findInPart(from, direction, candidates, part) : nearest;
}

/**
 * Moves the focus with the arrow keys to the nearest element in the key's direction, as the remote control of a television does.
 *
 * Spread the result on the container. Ignored are keys that an inner element has handled, keys with a modifier, and keys without
 * an element in their direction, which then reach an outer container. ↑ and ↓ move row by row through the landmark that has the
 * focus, and from its last row to another landmark.
 */
export function useArrowNavigation({
  axis = 'both',
  selector = focusable,
  leavesSelects = false,
}: ArrowNavigationOptions = {}) {
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const direction = directionOf(event.key);
      if (direction === undefined || event.defaultPrevented) return;
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const vertical = direction === 'up' || direction === 'down';
      if (axis === (vertical ? 'x' : 'y')) return;
      const from = event.target as HTMLElement;
      // React also delivers key events from portals (an open dialog or menu), whose elements are outside of the container.
      if (!event.currentTarget.contains(from)) return;
      if (keepsArrow(from, vertical, leavesSelects)) return;

      const candidates = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)].filter(
        (element) => element !== from && element.tabIndex >= 0 && isVisible(element),
      );
      const next = vertical
        ? (findInPart(from, direction, candidates) ?? findBeyond(from, direction, candidates))
        : find(from, direction, candidates);
      if (next === undefined) return;
      event.preventDefault();
      next.focus({ preventScroll: true });
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    },
    [axis, selector, leavesSelects],
  );
  return { onKeyDown };
}
