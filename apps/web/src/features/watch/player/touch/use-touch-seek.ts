import { useEffect, useEffectEvent, type RefObject } from 'react';
import { createTapSeries, type TapSide } from './tap-series.ts';

/**
 * A touch on the video that lasts more milliseconds than this, or that moves farther than `farthestTapPx`, is not a
 * tap.
 */
const longestTapMs = 250;
const farthestTapPx = 12;

/**
 * Seeks when a person double-taps the left or right side of the video. The first tap also reaches media-chrome, which
 * shows or hides the controls; taps that seek do not, because the controls would flicker.
 *
 * @param onStep - seeks in the direction of the given side; returns false if seeking is not possible
 */
export function useTouchSeek(stage: RefObject<HTMLElement | null>, onStep: (side: TapSide) => boolean): void {
  const step = useEffectEvent(onStep);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    const tap = createTapSeries();
    let down: PointerEvent | undefined;
    const press = (event: PointerEvent): void => {
      const isTouch = event.pointerType === 'touch' && event.isPrimary && isOnVideo(event.target);
      down = isTouch ? event : undefined;
    };
    const release = (event: PointerEvent): void => {
      if (down === undefined || event.pointerId !== down.pointerId) return;
      const isTap =
        event.timeStamp - down.timeStamp <= longestTapMs &&
        Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) <= farthestTapPx;
      down = undefined;
      if (!isTap) return;
      const { left, width } = element.getBoundingClientRect();
      const side = tap({ atMs: event.timeStamp, x: (event.clientX - left) / width });
      if (side !== undefined && step(side)) event.stopPropagation();
    };
    element.addEventListener('pointerdown', press, { capture: true });
    element.addEventListener('pointerup', release, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', press, { capture: true });
      element.removeEventListener('pointerup', release, { capture: true });
    };
  }, [stage]);
}

const isOnVideo = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('media-controller, stream-video');
