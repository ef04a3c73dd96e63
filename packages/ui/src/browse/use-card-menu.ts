/*
 * The menu of a card by its keys: the one for menus, Shift+F10, and Enter held down, which is all that some
 * remotes have. While Enter may still become a long one it opens nothing, so the card opens when the key is
 * let go; what the key goes on to say after the menu has come is kept from the menu.
 */
import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const longPressMs = 600;

/** The menu of a card, while it is open. */
export interface CardMenuState {
  anchor: HTMLElement;
  align: 'start' | 'end';
  close: () => void;
  /** Of the key that opened it, while it is down. */
  held: RefObject<AbortController | undefined>;
}

/**
 * @param opener - selects what the card is opened by
 * @returns handlers for what holds the opener; the menu, while it is open; and a way to open it without a key
 */
export function useCardMenu(opener: string) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const pressedAt = useRef<number>(undefined);
  const held = useRef<AbortController>(undefined);

  const close = useCallback(() => setAnchor(undefined), []);
  const open = (event: KeyboardEvent<HTMLElement>): void => {
    event.preventDefault();
    event.stopPropagation();
    pressedAt.current = undefined;
    held.current = holdBack();
    setAnchor(event.target as HTMLElement);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || !(event.target as HTMLElement).matches(opener)) return;
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
  const state: CardMenuState | undefined = anchor && {
    anchor,
    align: anchor.matches(opener) ? 'start' : 'end',
    close,
    held,
  };
  return { keys: { onKeyDown, onKeyUp, onBlur }, state, openAt: setAnchor };
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
