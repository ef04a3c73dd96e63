import { useEffect, useState } from 'react';

/** How long each picture is shown, including its fade-in. @see the specification, section 9 */
const holdMs = 4_000;

/**
 * Counts the turns of a picture show, from 0: one every four seconds, none while it is paused, while there is only one
 * picture, or for people who want no motion.
 */
export function useRotation(pictures: number, isPaused: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isPaused || pictures < 2) return undefined;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    const timer = setInterval(() => {
      if (!calm.matches) setTurn((last) => last + 1);
    }, holdMs);
    return () => clearInterval(timer);
  }, [isPaused, pictures]);
  return turn;
}
