import { seekStepSeconds } from '@butaca/contract';
import { lazyPart } from '@butaca/ui';
import { useEffect, useState, type RefObject } from 'react';
import { canSeek, focusVideo, isFullscreen, seekBy } from '../playback/player-actions.ts';
import type { Skips } from '../playback/use-media-session.ts';
import { PlayerFeedback, type Feedback, usePlayerFeedback } from '../feedback/player-feedback.tsx';
import { TouchLock } from './touch-lock.tsx';
import { usePlaybackPart, type DrivenVideo } from '../playback/use-playback.ts';
import { useSwipe } from './use-swipe.ts';
import { useTouchSeek } from './use-touch-seek.ts';

/** The table of keyboard shortcuts, which few people open. */
const help = lazyPart(async () => (await import('../keys/keys-help.tsx')).KeysHelp);

/**
 * Which of the player's two overlays is open, the touch lock or the table of keyboard shortcuts, and the feedback (seek
 * or volume) shown now.
 */
export interface PlayerTouchState {
  isLocked: boolean;
  isHelpOpen: boolean;
  lock: () => void;
  openHelp: () => void;
  /** Closes the table of keyboard shortcuts. @returns whether it was open */
  close: () => boolean;
  unlock: () => void;
  shown: ReturnType<typeof usePlayerFeedback>['shown'];
  feedback: (feedback: Feedback) => void;
}

export function usePlayerTouch(stage: RefObject<HTMLElement | null>): PlayerTouchState {
  const [open, setOpen] = useState<'lock' | 'help'>();
  const { shown, show } = usePlayerFeedback();
  const leave = (): void => {
    setOpen(undefined);
    focusVideo(stage.current);
  };
  return {
    isLocked: open === 'lock',
    isHelpOpen: open === 'help',
    lock: () => setOpen('lock'),
    unlock: leave,
    openHelp: () => (open === 'help' ? leave() : setOpen('help')),
    close: () => {
      if (open !== 'help') return false;
      leave();
      return true;
    },
    shown,
    feedback: show,
  };
}

interface PlayerTouchProps {
  stage: RefObject<HTMLElement | null>;
  video: DrivenVideo;
  touch: PlayerTouchState;
  isChannel: boolean;
  /** What a finger that is swiped up (`onNext`) or down (`onPrevious`) over the video opens. */
  swipes: Skips;
}

/**
 * Handles double taps (seek) and swipes (another channel) on the video, and shows the feedback for taps and keys, the
 * touch lock and the table of keyboard shortcuts.
 */
export function PlayerTouch({ stage, video, touch, isChannel, swipes }: PlayerTouchProps) {
  const { isLocked, isHelpOpen, shown, feedback, unlock } = touch;
  const isOver = usePlaybackPart(video.playback, ({ status }) => status === 'error' || status === 'ended');
  useTouchSeek(stage, (side) => {
    if (!canSeek(video)) return false;
    const direction = side === 'back' ? -1 : 1;
    seekBy(video.media, direction * seekStepSeconds);
    feedback({ kind: 'seek', direction });
    return true;
  });
  useSwipe(stage, (direction) => {
    const open = direction === 'up' ? swipes.onNext : swipes.onPrevious;
    open?.();
    return open !== undefined;
  });
  const { Part: KeysHelp } = help.usePart(isHelpOpen);
  useHeldEscape(isHelpOpen, stage);
  useLandscape(stage);
  return (
    <>
      <PlayerFeedback shown={shown} />
      {/* The touch lock is removed when playback ends or fails, because the person must then reach the buttons of
          the end or failure panel. */}
      {isLocked && !isOver ? <TouchLock onUnlock={unlock} /> : null}
      {isHelpOpen && KeysHelp ? <KeysHelp isChannel={isChannel} onClose={touch.close} /> : null}
    </>
  );
}

/** The `lock` method of the Screen Orientation API, which works only in full screen and not in every browser. */
interface LockableOrientation {
  lock?: (orientation: 'landscape') => Promise<void>;
}

/**
 * Locks a phone's screen to landscape orientation while the player is in full screen.
 *
 * @see https://www.w3.org/TR/screen-orientation/
 */
function useLandscape(stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const lockLandscape = (): void => {
      // jsdom and old browsers have no `screen.orientation`, which could lock a phone to landscape.
      const orientation = screen.orientation as (ScreenOrientation & LockableOrientation) | undefined;
      if (orientation?.lock === undefined || !matchMedia('(pointer: coarse)').matches) return;
      // The browser releases the orientation lock when the player leaves full screen.
      if (isFullscreen(stage.current)) void orientation.lock('landscape').catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', lockLandscape);
    return () => document.removeEventListener('fullscreenchange', lockLandscape);
  }, [stage]);
}

/**
 * The Keyboard Lock API, with which a page in full screen receives keys that the browser would use itself, such as Esc;
 * not every browser has it.
 */
interface KeyboardLock {
  lock(keys: readonly string[]): Promise<void>;
  unlock(): void;
}

/**
 * While an overlay (the keyboard shortcuts or the channel list) is open in full screen, Esc closes the overlay and does
 * not leave full screen.
 *
 * @see https://wicg.github.io/keyboard-lock/
 */
export function useHeldEscape(isOpen: boolean, stage: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { keyboard } = navigator as Navigator & { keyboard?: KeyboardLock };
    if (!isOpen || keyboard === undefined || !isFullscreen(stage.current)) return undefined;
    void keyboard.lock(['Escape']).catch(() => undefined);
    return () => keyboard.unlock();
  }, [isOpen, stage]);
}
