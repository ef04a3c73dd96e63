import { useEffect, useEffectEvent } from 'react';
import { isFree } from './player/player-keys.ts';
import type { Zapping } from './use-zapping.ts';

/** What goes back, on a keyboard and on remotes. */
const backKeys: readonly string[] = ['Escape', 'Backspace', 'GoBack', 'BrowserBack'];

/**
 * The keys of a television: channel up and down, digits, the last channel, the list. They are heard before anything else on the
 * page, so that Enter opens the number that was typed and presses no button.
 *
 * @see https://www.w3.org/TR/uievents-key/ for the keys of remotes
 */
export function useZapKeys(zapping: Zapping): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!isFree(event) || !obey(event, zapping)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => hear(event);
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** @returns whether the key was used */
function obey({ key, repeat, target }: KeyboardEvent, zapping: Zapping): boolean {
  if (/^\d$/.test(key)) {
    if (repeat) return true;
    // No channel has the number 0: alone it is the way back, as on most decoders.
    if (key === '0' && zapping.typed === '') zapping.openLast();
    else zapping.type(key);
    return true;
  }
  if (zapping.typed !== '') {
    if (key === 'Enter') return done(zapping.commit());
    if (key === 'Backspace') return done(zapping.erase());
    if (backKeys.includes(key)) return done(zapping.erase(true));
  }
  if (zapping.isListOpen && backKeys.includes(key)) return done(zapping.showList(false));
  switch (key) {
    case 'ChannelUp':
      return done(zapping.step(1));
    case 'ChannelDown':
      return done(zapping.step(-1));
    case 'PageUp':
      return !isInList(target) && done(zapping.step(1));
    case 'PageDown':
      return !isInList(target) && done(zapping.step(-1));
    case 'MediaLast':
      return done(zapping.openLast());
    case 'Guide':
    case 'l':
    case 'L':
      return repeat || done(zapping.showList(!zapping.isListOpen));
    default:
      return false;
  }
}

const done = (_: void): true => true;

/** Where they turn the list's own pages. */
const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('ul') !== null;
