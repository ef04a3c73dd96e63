import { useEffect, useRef } from 'react';
import { countUnattended } from './next-chapter-rules.ts';
import { isMoved } from '../player/playback/pointer-moves.ts';

const presenceEvents = ['keydown', 'pointerdown', 'pointermove'] as const;

/**
 * Listens for key presses and pointer events, which show that somebody is watching.
 *
 * @returns a function to call at the end of each chapter; it returns how many chapters in a row ended without a key
 *   press or pointer event
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
