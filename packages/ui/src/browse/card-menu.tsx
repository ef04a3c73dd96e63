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
 * The open menu with the actions of a film's or series' card. It closes at once, without fading: a dialog opened by a
 * menu entry then finds the focus back on the card. If the code of menus cannot be loaded, an error is shown, and
 * opening the menu again loads it again.
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
