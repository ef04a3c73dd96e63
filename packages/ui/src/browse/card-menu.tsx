import { useEffect } from 'react';
import { UnloadedNotice } from '../message/floating-notice.tsx';
import { menuPanel } from '../message/lazy-menu.ts';
import type { MenuEntry } from '../message/menu-panel.tsx';
import type { CardMenuState } from './use-card-menu.ts';

export interface CardMenuProps {
  label: string;
  items: readonly MenuEntry[];
  state: CardMenuState;
}

/** The open menu of a card. */
export function CardMenu({ label, items, state: { anchor, align, close, held } }: CardMenuProps) {
  const { Part, isFailed, retry } = menuPanel.usePart(true);
  useEffect(() => () => held.current?.abort(), [held]);
  if (isFailed) return <UnloadedNotice onRetry={retry} onClose={close} />;
  if (Part === undefined || anchor === undefined) return null;
  return <Part open onClose={close} anchor={anchor} label={label} items={items} align={align} />;
}
