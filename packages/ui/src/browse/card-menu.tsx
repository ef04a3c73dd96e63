import { useEffect } from 'react';
import { menuPanel } from '../message/lazy-menu.ts';
import type { MenuEntry } from '../message/menu-panel.tsx';
import { notify } from '../message/toasts.tsx';
import { unloadedSentence } from '../message/unloaded-sentence.ts';
import type { CardMenuState } from './use-card-menu.ts';

export interface CardMenuProps {
  label: string;
  items: readonly MenuEntry[];
  state: CardMenuState;
}

/**
 * The open menu of a card. It closes at once, without fading, so that the focus has returned to the card before a dialog that the
 * menu opens takes it. If the menu's code cannot be loaded, an error is shown, and the next opening tries again.
 */
export function CardMenu({ label, items, state: { anchor, align, close, held } }: CardMenuProps) {
  const { Part, isFailed } = menuPanel.usePart(true);
  useEffect(() => () => held.current?.abort(), [held]);
  useEffect(() => {
    if (!isFailed) return;
    notify.error(unloadedSentence);
    close();
  }, [isFailed, close]);
  if (Part === undefined) return null;
  return <Part open onClose={close} anchor={anchor} label={label} items={items} align={align} />;
}
