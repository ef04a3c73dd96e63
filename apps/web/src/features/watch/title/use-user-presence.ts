import { useEffect, useRef } from 'react';
import { countUnattended } from './next-chapter-rules.ts';
import { isMoved } from '../player/playback/pointer-moves.ts';

const presenceEvents = ['keydown', 'pointerdown', 'pointermove'] as const;

/**
 * Watches for keys and pointers, which show that somebody is in front of the screen.
 *
 * @returns a function that notes the end of a chapter and answers how many chapters in a row ended without a key or pointer
 */
export function useUserPresence(): () => number {
  const isPresent = useRef(false);
  const unattended = useRef(0);
  useEffect(() => {
    const notePresence = (event: KeyboardEvent | PointerEvent): void => {
      if (event instanceof KeyboardEvent || isMoved(event)) isPresent.current = true;
    };
    for (const name of presenceEvents) addEventListener(name, notePresence, { capture: true, passive: true });
    return () => {
      for (const name of presenceEvents) removeEventListener(name, notePresence, { capture: true });
    };
  }, []);
  return () => {
    unattended.current = countUnattended(unattended.current, isPresent.current);
    isPresent.current = false;
    return unattended.current;
  };
}
