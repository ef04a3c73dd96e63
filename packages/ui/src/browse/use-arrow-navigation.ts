import { useCallback, type KeyboardEvent } from 'react';
import { directionOf, findInNearestRow, findNext, type Direction } from './spatial.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]';

export interface ArrowNavigationOptions {
  /** `x` leaves ↑ and ↓ alone, `y` leaves ← and →. */
  axis?: 'both' | 'x' | 'y' | undefined;
  /** What may receive focus; by default everything that Tab reaches. */
  selector?: string | undefined;
  /** ↑ and ↓ lead out of a closed list of choices too; ← and → still choose from it. */
  leavesSelects?: boolean | undefined;
}

/** The parts of a page, each of which has rows of its own. */
const landmark = 'main, nav, header, aside, footer';

/** True where the arrow already means something to the element, such as moving the caret. */
function keepsArrow(element: HTMLElement, vertical: boolean, leavesSelects: boolean): boolean {
  if (leavesSelects && vertical && element instanceof HTMLSelectElement) return false;
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

function find(from: HTMLElement, direction: Direction, candidates: HTMLElement[]): HTMLElement | undefined {
  const boxes = candidates.map((element) => element.getBoundingClientRect());
  return candidates[findNext(from.getBoundingClientRect(), direction, boxes)];
}

/** The best of the nearest row in a part of the page; where none is named, in that where one is. */
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

/** What lies that way past the present part; one that stands aside is entered at its nearest row, and not past it. */
function findBeyond(from: HTMLElement, direction: Direction, candidates: HTMLElement[]) {
  const nearest = find(from, direction, candidates);
  const part = nearest?.closest(landmark);
  return part?.matches('aside') ? findInPart(from, direction, candidates, part) : nearest;
}

/**
 * Moves focus with the arrow keys, as a television's remote does, to what lies that way on screen.
 *
 * Spread the result on the container. A key that something inside has handled, or that comes with
 * a modifier, is left alone; so is one that leads nowhere, which then reaches an outer container. ↑ and ↓ go
 * row by row through the part of the page that has the focus, and only past its last row to another part.
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
      // What is open over the page tells its keys to whoever opened it.
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
