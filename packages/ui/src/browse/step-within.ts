/*
 * What a card offers beside opening it (`data-within`) is hidden until the card is looked at, so the arrows
 * between cards pass it over. ↓ from a card goes to the first of it that shows, ↑ from there back to the
 * card; from there ↓ leads on as it does from the card itself. A button with a menu of its own is left out:
 * the card's keys open that one.
 */
import type { KeyboardEvent } from 'react';

const offers = 'button[data-within]:not([disabled], [aria-haspopup])';
const opener = ':is(a[href], button):not([data-within])';

/** Moves the focus between a card and what it offers. @returns whether it did */
export function stepWithin(event: KeyboardEvent<HTMLElement>, cell: string): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
    return false;
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const from = event.target as HTMLElement;
  const isWithin = from.matches('[data-within]');
  if (isWithin === (event.key === 'ArrowDown')) return false;
  const next = from.closest(cell)?.querySelector<HTMLElement>(isWithin ? opener : offers);
  next?.focus({ preventScroll: true });
  // What does not show refuses the focus.
  if (!next || document.activeElement !== next) return false;
  next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  event.preventDefault();
  return true;
}
