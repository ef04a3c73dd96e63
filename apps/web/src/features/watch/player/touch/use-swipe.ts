import { useEffect, useEffectEvent, type RefObject } from 'react';

/** The shortest way of a finger that counts as a swipe, and how much longer it is than its sideways part. */
const shortestSwipePx = 48;
const upright = 1.5;
const longestSwipeMs = 800;

/** Where a swipe may begin: on the video, and between the buttons over it. */
const surface = 'media-controller, stream-video, media-control-bar, .player__mid, .player__gap';

type SwipeDirection = 'up' | 'down';

/**
 * Reports when a finger is swiped up or down over the video. The element's `touch-action` must keep the browser from
 * scrolling the page with the same finger.
 *
 * @param onSwipe - returns false if the swipe does nothing
 */
export function useSwipe(
  stage: RefObject<HTMLElement | null>,
  onSwipe: (direction: SwipeDirection) => boolean,
): void {
  const swipe = useEffectEvent(onSwipe);
  useEffect(() => {
    const element = stage.current;
    if (element === null) return undefined;
    let down: PointerEvent | undefined;
    const press = (event: PointerEvent): void => {
      const isOnVideo = event.target instanceof Element && event.target.matches(surface);
      down = event.pointerType === 'touch' && event.isPrimary && isOnVideo ? event : undefined;
    };
    const release = (event: PointerEvent): void => {
      const from = down;
      down = undefined;
      if (from === undefined || event.pointerId !== from.pointerId) return;
      const [x, y] = [event.clientX - from.clientX, event.clientY - from.clientY];
      const isSwipe =
        Math.abs(y) >= shortestSwipePx &&
        Math.abs(y) >= upright * Math.abs(x) &&
        event.timeStamp - from.timeStamp <= longestSwipeMs;
      // A swipe neither shows nor hides the player's controls, as a tap does.
      if (isSwipe && swipe(y < 0 ? 'up' : 'down')) event.stopPropagation();
    };
    const cancel = (): void => {
      down = undefined;
    };
    element.addEventListener('pointerdown', press, { capture: true });
    element.addEventListener('pointerup', release, { capture: true });
    element.addEventListener('pointercancel', cancel, { capture: true });
    return () => {
      element.removeEventListener('pointerdown', press, { capture: true });
      element.removeEventListener('pointerup', release, { capture: true });
      element.removeEventListener('pointercancel', cancel, { capture: true });
    };
  }, [stage]);
}
