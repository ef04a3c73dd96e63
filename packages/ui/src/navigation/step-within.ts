/*
 * Keys for the actions of a card (`data-within`), which are hidden until the card has hover or focus, so that the arrow navigation
 * between cards skips them. ↓ on a card moves to its first visible action, ↑ on an action back to the card; ↓ on an action moves
 * to the next row, as ↓ on a card without actions does. A button that opens a menu is skipped: the card's menu keys open the menu.
 */
import type { KeyboardEvent } from 'react';

const actionSelector = 'button[data-within]:not([disabled], [aria-haspopup])';
const openerSelector = ':is(a[href], button):not([data-within])';

/** Moves the focus between a card and its actions. @returns whether the focus was moved */
export function stepWithin(event: KeyboardEvent<HTMLElement>, cell: string): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const from = event.target as HTMLElement;
  const isWithin = from.matches('[data-within]');
  if (isWithin === (event.key === 'ArrowDown')) return false;
  const next = from.closest(cell)?.querySelector<HTMLElement>(isWithin ? openerSelector : actionSelector);
  next?.focus({ preventScroll: true });
  // The action is hidden if it did not accept the focus.
  if (!next || document.activeElement !== next) return false;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  event.preventDefault();
  return true;
}
