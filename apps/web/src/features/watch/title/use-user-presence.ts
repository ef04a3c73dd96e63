import { useEffect, useRef } from 'react';
import { countUnattended } from './next-chapter-rules.ts';
import { isMoved } from '../player/playback/pointer-moves.ts';

const signs = ['keydown', 'pointerdown', 'pointermove'] as const;

/**
 * Whether somebody is there: any key or pointer says so.
 *
 * @returns tells that a chapter is over, and answers how many in a row nobody attended
 */
export function useAttendance(): () => number {
  const isAttended = useRef(false);
  const unattended = useRef(0);
  useEffect(() => {
    const attend = (event: KeyboardEvent | PointerEvent): void => {
      if (event instanceof KeyboardEvent || isMoved(event)) isAttended.current = true;
    };
    for (const sign of signs) addEventListener(sign, attend, { capture: true, passive: true });
    return () => {
      for (const sign of signs) removeEventListener(sign, attend, { capture: true });
    };
  }, []);
  return () => {
    unattended.current = countUnattended(unattended.current, isAttended.current);
    isAttended.current = false;
    return unattended.current;
  };
}
