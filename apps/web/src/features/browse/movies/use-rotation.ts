import { useEffect, useState } from 'react';
import { every } from '../../../platform/base/clock.ts';

/**
 * How long the slide show on a film section's card shows each image, in milliseconds, including its fade-in.
 *
 * @see docs/requisitos.md, R9.11
 */
const holdMs = 4_000;

/**
 * Counts the image changes of a slide show on a film section's card, from 0: one every four seconds; none while the
 * slide show is paused, has only one image, or the person prefers reduced motion.
 */
export function useRotation(imageCount: number, isPaused: boolean): number {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (isPaused || imageCount < 2) return undefined;
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    return every(holdMs, () => {
      if (!calm.matches) setTurn((last) => last + 1);
    });
  }, [isPaused, imageCount]);
  return turn;
}
