/*
 * Opens the menu of a card on the menu key, on Shift+F10, and on a long press of Enter, the only one of these keys on some
 * remote controls. Because a press of Enter may become long, the card itself opens only when Enter is released. After the menu
 * has opened, further events of the same key press are kept from it.
 */
import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const longPressMs = 600;

/** The open menu of a card. */
export interface CardMenuState {
  anchor: HTMLElement;
  align: 'start' | 'end';
  close: () => void;
  /** A controller that is aborted when the key that opened the menu is released or the menu closes. */
  held: RefObject<AbortController | undefined>;
}

/**
 * @param opener - the selector of the element that opens the card
 * @returns event handlers for the container of that element; the menu while it is open; a function that opens it by pointer
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
    held.current = blockPressedKey();
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
  // After the focus has moved to another element, releasing the key must not open the card.
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

/** Keeps further events of the pressed key, and the browser's context menu, from the page until the key is released. */
function blockPressedKey(): AbortController {
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
