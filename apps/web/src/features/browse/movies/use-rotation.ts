import { useEffect, useState } from 'react';

/** How long each image of a slide show is visible, in milliseconds, including its fade-in. @see the specification, section 9 */
const holdMs = 4_000;

/**
 * Counts the image changes of a slide show, from 0: one every four seconds; none while it is paused, while there is only one
 * image, or when the person prefers reduced motion.
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
