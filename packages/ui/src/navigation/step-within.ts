/*
 * Arrow keys for the action buttons of a card (`data-within`), which are hidden until the card has hover or focus and
 * which the arrow navigation between cards therefore skips. ↓ on a card moves the focus to its first visible action
 * button, ↑ on an action button back to the card; ↓ on an action button moves to the next row, as ↓ on a card without
 * actions does. A button that opens the card's menu is skipped, because other keys open that menu.
 */
import type { KeyboardEvent } from 'react';

const actionSelector = 'button[data-within]:not([disabled], [aria-haspopup])';
const openerSelector = ':is(a[href], button):not([data-within])';

/** Moves the focus between a card and its action buttons on ↓ and ↑. @returns whether the focus was moved */
export function stepWithin(event: KeyboardEvent<HTMLElement>, cell: string): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const from = event.target as HTMLElement;
  const isWithin = from.matches('[data-within]');
  if (isWithin === (event.key === 'ArrowDown')) return false;
  const next = from.closest(cell)?.querySelector<HTMLElement>(isWithin ? openerSelector : actionSelector);
  next?.focus({ preventScroll: true });
  // If the action button did not accept the focus, it is hidden: the key is then left to other handlers.
  if (!next || document.activeElement !== next) return false;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  event.preventDefault();
  return true;
}
