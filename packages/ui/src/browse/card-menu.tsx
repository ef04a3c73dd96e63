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
 * The open menu of a card. It goes at once, without fading, so that it has given the focus back before a dialog that was chosen
 * in it takes that. Code that does not come is told of, and asked for again the next time.
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
