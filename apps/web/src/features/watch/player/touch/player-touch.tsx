import { seekStepSeconds } from '@butaca/contract';
import { useEffect, useState, type RefObject } from 'react';
import { KeysHelp } from '../keys/keys-help.tsx';
import { canSeek, focusPicture, isFullscreen, seekBy } from '../playback/player-actions.ts';
import { PlayerFeedback, type Feedback, usePlayerFeedback } from '../feedback/player-feedback.tsx';
import { TouchLock } from './touch-lock.tsx';
import { usePlaybackPart, type DrivenVideo } from '../playback/use-playback.ts';
import { useTouchSeek } from './use-touch-seek.ts';

/** The overlays that the person may have opened, the touch lock and the help, and the current feedback. */
export interface PlayerTouchState {
  isLocked: boolean;
  isHelpOpen: boolean;
  lock: () => void;
  openHelp: () => void;
  /** Closes the help. @returns whether the help was open */
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
    focusPicture(stage.current);
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
}

/** Handles taps on the video, and shows the feedback for taps and keys. */
export function PlayerTouch({ stage, video, touch, isChannel }: PlayerTouchProps) {
  const { isLocked, isHelpOpen, shown, feedback, unlock } = touch;
  const isOver = usePlaybackPart(video.playback, ({ status }) => status === 'error' || status === 'ended');
  useTouchSeek(stage, (side) => {
    if (!canSeek(video)) return false;
    const direction = side === 'back' ? -1 : 1;
    seekBy(video.media, direction * seekStepSeconds);
    feedback({ kind: 'seek', direction });
    return true;
  });
  useHeldEscape(isHelpOpen, stage);
  useLandscape(stage);
  return (
    <>
      <PlayerFeedback shown={shown} />
      {/* The touch lock is removed when playback ends or fails, because the buttons shown then must be reachable. */}
      {isLocked && !isOver ? <TouchLock onUnlock={unlock} /> : null}
      {isHelpOpen ? <KeysHelp isChannel={isChannel} onClose={touch.close} /> : null}
    </>
  );
}

/** The Screen Orientation API's lock, which works only in full screen and not in every browser. */
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
      // jsdom and old browsers have no `screen.orientation`.
      const orientation = screen.orientation as (ScreenOrientation & LockableOrientation) | undefined;
      if (orientation?.lock === undefined || !matchMedia('(pointer: coarse)').matches) return;
      // Leaving full screen releases the orientation lock automatically.
      if (isFullscreen(stage.current)) void orientation.lock('landscape').catch(() => undefined);
    };
    document.addEventListener('fullscreenchange', lockLandscape);
    return () => document.removeEventListener('fullscreenchange', lockLandscape);
  }, [stage]);
}

/**
 * The Keyboard Lock API, with which a page in full screen receives keys that the browser would handle, such as Esc; not
 * every browser has it.
 */
interface KeyboardLock {
  lock(keys: readonly string[]): Promise<void>;
  unlock(): void;
}

/**
 * While an overlay is open in full screen, Esc closes the overlay and does not leave full screen.
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
