/*
 * The actions of a card (`data-within`) are hidden until the card has hover or focus, so the arrows between cards skip them. ↓ on a
 * card goes to its first visible action, ↑ from there back to the card; ↓ on an action moves on as it does from the card itself. A
 * button that opens a menu is skipped: the card's menu keys open it.
 */
import type { KeyboardEvent } from 'react';

const actionSelector = 'button[data-within]:not([disabled], [aria-haspopup])';
const openerSelector = ':is(a[href], button):not([data-within])';

/** Moves the focus between a card and its actions. @returns whether it did */
export function stepWithin(event: KeyboardEvent<HTMLElement>, cell: string): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const from = event.target as HTMLElement;
  const isWithin = from.matches('[data-within]');
  if (isWithin === (event.key === 'ArrowDown')) return false;
  const next = from.closest(cell)?.querySelector<HTMLElement>(isWithin ? openerSelector : actionSelector);
  next?.focus({ preventScroll: true });
  // A hidden element does not accept the focus.
  if (!next || document.activeElement !== next) return false;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  event.preventDefault();
  return true;
}
