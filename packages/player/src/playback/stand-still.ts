/*
 * A browser may say that it plays a video, and stand still with everything buffered. Two causes are known in WebKitGTK. It pauses
 * the pipeline of a muted video when the element leaves the visible page, which it also believes while the element is rendered
 * anew, and does not start it again afterwards. And when it pauses a pipeline to buffer, it may miss that the buffer is full
 * before the pause is complete; `readyState` then stays at HAVE_CURRENT_DATA, even while the video plays on. The video moves
 * again once it is paused and played.
 *
 * A browser may also reach the end of a film without saying so: the position stays within the last half second, nothing more is
 * played, and no `ended` is fired.
 */
import { every, type Cancel } from '../base/clock.ts';

/** How often the position is compared, in milliseconds. A video stands still if it is the same at three looks. */
const lookEveryMs = 1000;
const mostEqualLooks = 2;
/** With less than this many seconds buffered ahead, a video waits for media. */
const enoughSeconds = 1;
/** A smaller step of the position between two looks may be the last frame before a video stops. */
const movedSeconds = 0.3;
/** How often a video is started again at the same position: more would not help, and each time fires `pause` and `play`. */
const mostRestarts = 3;

type MovingMedia = EventTarget &
  Pick<HTMLMediaElement, 'buffered' | 'currentTime' | 'ended' | 'paused' | 'seeking'>;

/** Watches whether a video that plays moves. */
export interface StandStillWatch {
  /**
   * Says whether the video ought to move if it is not paused: a film is open, has been started, and has not failed. Live streams
   * have the stall watch.
   */
  note(isExpected: boolean): void;
  /** Whether the video has been seen to move since the browser last waited for media. */
  isMoving(): boolean;
  dispose(): void;
}

interface StandStillNeeds {
  /** Whether nobody sees the page: browsers rest there. */
  isHidden(): boolean;
  /** Whether the position is the end of the film, so that nothing is left to play. */
  isAtEnd(): boolean;
  /** Pauses the video and plays it again. */
  startAgain(): void;
  /** Called when the video stands still at the end of the film. */
  onEnd(): void;
}

export function watchStandStill(
  media: MovingMedia,
  { isHidden, isAtEnd, startAgain, onEnd }: StandStillNeeds,
): StandStillWatch {
  let cancelLooks: Cancel | undefined;
  let seconds = 0;
  let equalLooks = 0;
  let restarts = 0;
  let isMoving = false;

  function notePosition(): void {
    if (media.currentTime !== seconds) restarts = 0;
    seconds = media.currentTime;
    isMoving = false;
    equalLooks = 0;
  }
  function stop(): void {
    cancelLooks?.();
    cancelLooks = undefined;
    isMoving = false;
  }
  function look(): void {
    const stepSeconds = media.currentTime - seconds;
    const isOver = isAtEnd();
    const isWaiting = !isOver && (secondsAhead(media) <= enoughSeconds || isHidden());
    const isStill = stepSeconds === 0 && !media.seeking && !isWaiting;
    const looks = isStill ? equalLooks + 1 : 0;
    notePosition();
    isMoving = stepSeconds > movedSeconds;
    equalLooks = looks;
    if (equalLooks < mostEqualLooks) return;
    if (isOver) return onEnd();
    if (restarts >= mostRestarts) return;
    equalLooks = 0;
    restarts += 1;
    startAgain();
  }
  media.addEventListener('waiting', notePosition);
  return {
    note(isExpected) {
      if (!isExpected || media.paused || media.ended) stop();
      else if (cancelLooks === undefined) {
        notePosition();
        cancelLooks = every(lookEveryMs, look);
      }
    },
    isMoving: () => isMoving,
    dispose() {
      stop();
      media.removeEventListener('waiting', notePosition);
    },
  };
}

function secondsAhead({ buffered, currentTime }: MovingMedia): number {
  for (let index = 0; index < buffered.length; index += 1) {
    if (buffered.start(index) <= currentTime && currentTime <= buffered.end(index))
      return buffered.end(index) - currentTime;
  }
  return 0;
}
