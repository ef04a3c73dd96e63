import { useEffect, useEffectEvent } from 'react';
import { isFree } from '../player/keys/player-keys.ts';
import type { Zapping } from './use-zapping.ts';

/** The keys that mean "back" on keyboards and remote controls; they remove typed digits or close the channel list. */
const backKeys: readonly string[] = ['Escape', 'Backspace', 'GoBack', 'BrowserBack'];

const steps: Readonly<Record<string, 1 | -1>> = { ChannelUp: 1, PageUp: 1, ChannelDown: -1, PageDown: -1 };

/**
 * The zapping keys of keyboards and remotes: channel up and down, digits, previous channel, channel list. They are
 * handled before all other key listeners of the watch page, so that Enter opens the typed channel number and does not
 * press the focused button.
 *
 * @see https://www.w3.org/TR/uievents-key/ for the keys of remotes
 */
export function useZapKeys(zapping: Zapping): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const action = isFree(event) ? findAction(event, zapping) : undefined;
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => hear(event);
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

/** @returns what a key does to change the channel (zapping); `undefined` if the key is not used for that */
function findAction(event: KeyboardEvent, zapping: Zapping): (() => void) | undefined {
  const { key, repeat, target, timeStamp } = event;
  const { typed, isListOpen } = zapping;
  if (/^\d$/.test(key)) {
    if (repeat) return () => undefined;
    // Channels are numbered from 1, so a single 0 opens the previous channel, as on most television sets.
    return key === '0' && typed === '' ? zapping.openLast : () => zapping.type(key);
  }
  if (typed !== '' && key === 'Enter') return zapping.commit;
  if (backKeys.includes(key)) {
    if (typed !== '') return () => zapping.erase(key !== 'Backspace');
    return isListOpen ? () => zapping.showList(false) : undefined;
  }
  const step = isInList(target) && key.startsWith('Page') ? undefined : steps[key];
  if (step !== undefined) return () => zapping.step(step, timeStamp);
  if (key === 'MediaLast') return zapping.openLast;
  if (key === 'Guide' || key.toLowerCase() === 'l') {
    return () => {
      if (!repeat) zapping.showList(!isListOpen);
    };
  }
  return undefined;
}

/** Whether the focused element is in a list, such as the channel list, which Page Up and Page Down scroll. */
const isInList = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('ul') !== null;
