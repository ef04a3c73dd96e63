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

/** The menu of a card, which stays while it fades out. Code that does not come is told of, and asked for again the next time. */
export function CardMenu({ label, items, state: { anchor, isOpen, align, close, held } }: CardMenuProps) {
  const { Part, isFailed } = menuPanel.usePart(isOpen);
  useEffect(() => () => held.current?.abort(), [held]);
  useEffect(() => {
    if (!isFailed) return;
    notify.error(unloadedSentence);
    close();
  }, [isFailed, close]);
  if (Part === undefined) return null;
  return <Part open={isOpen} onClose={close} anchor={anchor} label={label} items={items} align={align} />;
}
