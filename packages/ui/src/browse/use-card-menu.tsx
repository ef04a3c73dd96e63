/*
 * The menu of a card by its keys: the one for menus, Shift+F10, and Enter held down, which is all that some
 * remotes have. While Enter may still become a long one it opens nothing, so the card opens when the key is
 * let go; what the key goes on to say after the menu has come is kept from the menu.
 */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { lazyPart } from '../element/lazy-part.ts';
import type { MenuEntry } from '../message/menu-panel.tsx';

const panel = lazyPart(async () => (await import('../message/menu-panel.tsx')).MenuPanel);
const longPressMs = 600;

/** @returns handlers for what holds the card's opener, and the menu to be rendered */
export function useCardMenu(label: string, items: readonly MenuEntry[], opener: string) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const pressedAt = useRef<number>(undefined);
  const held = useRef<AbortController>(undefined);
  const { Part: MenuPanel, isFailed } = panel.usePart(anchor !== undefined);
  // What did not come is asked for again with the next key.
  if (isFailed && anchor !== undefined) setAnchor(undefined);
  useEffect(() => () => held.current?.abort(), []);

  const open = (event: KeyboardEvent<HTMLElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    pressedAt.current = undefined;
    held.current = holdBack();
    setAnchor(event.target as HTMLElement);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (items.length === 0 || event.defaultPrevented || !(event.target as HTMLElement).matches(opener))
      return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) open(event);
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    if (!event.repeat) pressedAt.current = event.timeStamp;
    else if (pressedAt.current !== undefined && event.timeStamp - pressedAt.current >= longPressMs)
      open(event);
  };
  const onKeyUp = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || pressedAt.current === undefined) return;
    pressedAt.current = undefined;
    const target = event.target as HTMLElement;
    if (target.matches(opener)) target.click();
  };
  // Whoever leaves with the key down has not chosen.
  const onBlur = (): void => {
    pressedAt.current = undefined;
  };
  const menu =
    anchor === undefined || MenuPanel === undefined ? null : (
      <MenuPanel
        open
        onClose={() => setAnchor(undefined)}
        anchor={anchor}
        label={label}
        items={items}
        align="start"
      />
    );
  return { keys: { onKeyDown, onKeyUp, onBlur }, menu };
}

/** Keeps the key that is down, and the browser's own menu, from what has the focus by now, until it is let go. */
function holdBack(): AbortController {
  const held = new AbortController();
  const options = { capture: true, signal: held.signal };
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.repeat) swallow(event);
    },
    options,
  );
  document.addEventListener('contextmenu', swallow, options);
  document.addEventListener(
    'keyup',
    (event) => {
      swallow(event);
      held.abort();
    },
    options,
  );
  return held;
}
