import { useCallback, type KeyboardEvent } from 'react';
import { columnOf, focusInColumn, focusInRow } from './row-focus.ts';
import { directionOf, findInNearestRow, findNext, type Box, type Direction } from './spatial.ts';

/**
 * The elements to which the arrow keys move. Excluded are the actions of a card (`data-within`), which are in the card's
 * menu, and the link «Saltar al contenido», which is for the Tab key.
 */
const focusable =
  ':is(a[href], button:not([disabled]), input:not([disabled]):not([type=hidden]), select:not([disabled]), textarea:not([disabled]), [tabindex="0"]):not([data-within], .skip)';

/** Where and in which directions the arrow keys move the focus. */
export interface ArrowNavigationOptions {
  /** The arrow keys that move the focus: with `x` only ← and →, with `y` only ↑ and ↓. */
  axis?: 'both' | 'x' | 'y' | undefined;
  /** A CSS selector of the elements to which the focus may move; by default all that the Tab key reaches, except the actions of cards. */
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

function find(from: Box, direction: Direction, candidates: readonly HTMLElement[]): HTMLElement | undefined {
  const boxes = candidates.map((element) => element.getBoundingClientRect());
  return candidates[findNext(from, direction, boxes)];
}

/**
 * Finds the element to which ↑ or ↓ moves the focus inside one landmark of the page (`main`, `nav`, …), among the
 * elements of the row nearest to `from`.
 */
function findInPart(
  from: Box,
  direction: Direction,
  candidates: readonly HTMLElement[],
  part: Element | null,
): HTMLElement | undefined {
  const inPart = candidates.filter((element) => element.closest(landmark) === part);
  const boxes = inPart.map((element) => element.getBoundingClientRect());
  return inPart[findInNearestRow(from, direction, boxes)];
}

/**
 * The element to which ↑ or ↓ moves the focus in another landmark of the page. An `aside`, which is at the side, is
 * entered at its row nearest to the focused element.
 */
function findBeyond(from: Box, direction: Direction, candidates: readonly HTMLElement[]) {
  const nearest = find(from, direction, candidates);
  const part = nearest?.closest(landmark) ?? null;
  return part?.matches('aside') ? findInPart(from, direction, candidates, part) : nearest;
}

/** The box of a focused element, as narrow as the column in which ↑ and ↓ move. */
function boxInColumn(from: Element, x: number): Box {
  const { top, bottom } = from.getBoundingClientRect();
  return { left: x, right: x, top, bottom };
}

/** Moves the focus up or down. @returns whether there was an element in that direction */
function moveBetweenRows(
  from: HTMLElement,
  direction: Direction,
  candidates: readonly HTMLElement[],
): boolean {
  const x = columnOf(from);
  const box = boxInColumn(from, x);
  const next =
    findInPart(box, direction, candidates, from.closest(landmark)) ?? findBeyond(box, direction, candidates);
  if (next === undefined) return false;
  focusInColumn(next, x);
  return true;
}

/** Moves the focus left or right. @returns whether there was an element in that direction */
function moveInRow(from: HTMLElement, direction: Direction, candidates: readonly HTMLElement[]): boolean {
  const next = find(from.getBoundingClientRect(), direction, candidates);
  if (next === undefined) return false;
  focusInRow(next);
  return true;
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
      const move = vertical ? moveBetweenRows : moveInRow;
      if (move(from, direction, candidates)) event.preventDefault();
    },
    [axis, selector, leavesSelects],
  );
  return { onKeyDown };
}
