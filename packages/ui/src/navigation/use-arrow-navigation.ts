import { useCallback, type KeyboardEvent } from 'react';
import { directionOf, findInNearestRow, findNext, type Direction } from './spatial.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

/** Where and in which directions the arrow keys move the focus. */
export interface ArrowNavigationOptions {
  /** The arrow keys that move the focus: with `x` only ← and →, with `y` only ↑ and ↓. */
  axis?: 'both' | 'x' | 'y' | undefined;
  /** A CSS selector of the elements to which the focus may move; by default all elements that the Tab key reaches. */
  selector?: string | undefined;
  /** Whether ↑ and ↓ also move the focus out of a closed select field; ← and → still change its value. */
  leavesSelects?: boolean | undefined;
}

/** The elements (landmarks of the page) inside which ↑ and ↓ move row by row before they lead to another landmark. */
const landmark = 'main, nav, header, aside, footer';

/**
 * Whether an element needs the arrow key itself, e.g. to move the caret of a text field, so that the focus must not
 * move.
 */
function keepsArrow(element: HTMLElement, vertical: boolean, leavesSelects: boolean): boolean {
  if (leavesSelects && vertical && element instanceof HTMLSelectElement) return false;
  if (element.matches('textarea, select, [contenteditable="true"], [role="slider"], video')) return true;
  if (!(element instanceof HTMLInputElement)) return false;
  if (['checkbox', 'button', 'submit', 'file'].includes(element.type)) return false;
  // ↑ and ↓ do nothing in a single-line text field, so they move the focus out of it: a remote control has no other
  // keys for that.
  return !vertical || ['radio', 'range', 'number', 'date', 'time'].includes(element.type);
}

/**
 * Whether an element can get the focus: one hidden by `visibility: hidden` still has a box on screen, but does not
 * accept the focus.
 */
function isVisible(element: HTMLElement): boolean {
  return element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
}

function find(from: HTMLElement, direction: Direction, candidates: HTMLElement[]): HTMLElement | undefined {
  const boxes = candidates.map((element) => element.getBoundingClientRect());
  return candidates[findNext(from.getBoundingClientRect(), direction, boxes)];
}

/**
 * Finds the element to which an arrow key moves the focus inside one landmark of the page (`main`, `nav`, …), among the
 * elements of the row nearest to `from`. By default the landmark is the one that contains `from`.
 */
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

/**
 * The element to which an arrow key moves the focus in another landmark of the page. An `aside`, which is at the side,
 * is entered at its row nearest to the focused element.
 */
function findBeyond(from: HTMLElement, direction: Direction, candidates: HTMLElement[]) {
  const nearest = find(from, direction, candidates);
  const part = nearest?.closest(landmark);
  return part?.matches('aside') ? findInPart(from, direction, candidates, part) : nearest;
}

/**
 * Moves the focus with the arrow keys to the nearest element in the key's direction, as the remote control of a
 * television does.
 *
 * Spread the result on the element whose links and buttons are to be navigated. Ignored are keys that an inner element
 * has handled, keys with a modifier, and keys without an element in their direction, which then reach an outer element.
 * ↑ and ↓ move row by row through the landmark (`main`, `nav`, …) that has the focus, and from its last row to another
 * landmark.
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
      // React also delivers key events of an open dialog or menu, because it is a portal, although its elements are
      // outside of the navigated element.
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
