/*
 * Opens the menu of a film's or series' card on the menu key, on Shift+F10, and on a long press of Enter, the only one
 * of these keys on some remote controls. Because a press of Enter may become long, the card opens its film only when
 * Enter is released. After the menu has opened, further events of the same key press are kept from it.
 */
import { useCallback, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const longPressMs = 600;

/** The open menu with the actions of a film's or series' card. */
export interface CardMenuState {
  anchor: HTMLElement;
  align: 'start' | 'end';
  close: () => void;
  /**
   * The controller, aborted when the key that opened the menu is released or the menu closes; until then, further
   * events of this key are suppressed.
   */
  held: RefObject<AbortController | undefined>;
}

/**
 * The state and the event handlers for the menu with the actions of a film's or series' card.
 *
 * @param opener - the CSS selector of the link or button with which the card opens its film
 * @returns event handlers for the card; its menu while the menu is open; a function that opens the menu by mouse or
 * touch
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
  // If the focus has left the card before Enter is released, the release must not open the card's film.
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

/**
 * Keeps further events of the key that opened a card's menu, and the browser's context menu, from the page until the
 * key is released.
 */
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
