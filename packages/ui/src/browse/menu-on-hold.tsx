import type { ReactNode } from 'react';
import type { MenuEntry } from '../message/menu-panel.tsx';
import { CardMenu } from './card-menu.tsx';
import { useCardMenu } from './use-card-menu.ts';

export interface MenuOnHoldProps {
  /** The accessible name of the menu. */
  label: string;
  /** The CSS selector of the link or button with which the card opens. */
  opener: string;
  items: readonly MenuEntry[];
  className: string;
  children: ReactNode;
}

/**
 * A card whose actions are in a menu: it opens on the menu key, on Shift+F10, and on a long press of Enter, the only one
 * of these keys on some remote controls. A card without actions has no menu.
 */
export function MenuOnHold({ label, opener, items, className, children }: MenuOnHoldProps) {
  const { keys, state } = useCardMenu(opener);
  return (
    // The card handles key events, which bubble up from the link inside the card.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={className} {...(items.length > 0 ? keys : {})}>
      {children}
      {state === undefined ? null : <CardMenu label={label} items={items} state={state} />}
    </div>
  );
}
