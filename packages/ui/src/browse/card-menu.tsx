import { useEffect } from 'react';
import { lazyPart } from '../element/lazy-part.ts';
import { UnloadedNotice } from '../message/floating-notice.tsx';
import type { MenuEntry } from '../message/menu-panel.tsx';
import type { CardMenuState } from './use-card-menu.ts';

const panel = lazyPart(async () => (await import('../message/menu-panel.tsx')).MenuPanel);

/** Fetches the code of the menu before it is asked for; a failure is told when it really is. */
export function prepareCardMenu(): void {
  panel.fetch().catch(() => undefined);
}

export interface CardMenuProps {
  label: string;
  items: readonly MenuEntry[];
  state: CardMenuState;
}

/** The open menu of a card. */
export function CardMenu({ label, items, state: { anchor, align, close, held } }: CardMenuProps) {
  const { Part, isFailed, retry } = panel.usePart(true);
  useEffect(() => () => held.current?.abort(), [held]);
  if (isFailed) return <UnloadedNotice onRetry={retry} onClose={close} />;
  if (Part === undefined || anchor === undefined) return null;
  return <Part open onClose={close} anchor={anchor} label={label} items={items} align={align} />;
}
