/* The player's keys on keyboards and television remotes. Letters work anywhere on the watch page; arrow keys act on
   the focused element. On the video ← and → seek, unless the stream is live and nothing of it is kept. ↑ and ↓ depend on the
   input device: after the mouse was used they change the volume; if the person moves the focus with the arrow keys, ↓ goes from
   the video to the controls and ↑ leaves the player. In full screen the focus stays inside the player. */
import { seekStepSeconds } from '@butaca/contract';
import { useArrowNavigation } from '@butaca/ui';
import { useEffect, useEffectEvent, useRef, type KeyboardEvent, type RefObject } from 'react';
import {
  canSeek,
  focusVideo,
  isFullscreen,
  play,
  requestControl,
  seekBy,
  togglePlaying,
  turnVolume,
} from '../playback/player-actions.ts';
import { isTelevision } from '../../../../platform/television.ts';
import { isFree, isVideoTarget, readCommand, type PlayerCommand } from './player-keys.ts';
import type { Feedback } from '../feedback/player-feedback.tsx';
import { isMoved } from '../playback/pointer-moves.ts';
import type { DrivenVideo } from '../playback/use-playback.ts';

interface PlayerKeys {
  stage: RefObject<HTMLElement | null>;
  video: DrivenVideo | undefined;
  /** Opens the next chapter of the series or the next channel; called for the key N. */
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
  /** Called when ↑ is pressed while the video has the focus in full screen; a channel then opens its channel list. */
  onUp?: (() => void) | undefined;
  onHelp: () => void;
  /** Closes the table of keyboard shortcuts. @returns whether it was open */
  onClose: () => boolean;
  onFeedback: (feedback: Feedback) => void;
}

/**
 * Handles the player's keys.
 *
 * @returns the `onKeyDown` handler for the element that contains the video and its controls
 */
export function usePlayerKeys({ stage, video, onUp, onFeedback, ...asked }: PlayerKeys) {
  const arrows = useArrowNavigation();
  const isPointed = usePointed();

  function seek(direction: 1 | -1): boolean {
    if (video === undefined || !canSeek(video)) return false;
    seekBy(video.media, direction * seekStepSeconds);
    onFeedback({ kind: 'seek', direction });
    return true;
  }

  function obey(command: PlayerCommand): boolean {
    const controller = stage.current?.querySelector('media-controller');
    if (video === undefined || !controller) return false;
    const { media } = video;
    const actions: Record<PlayerCommand, () => unknown> = {
      toggle: () => togglePlaying(media),
      play: () => play(media),
      pause: () => media.pause(),
      'seek-back': () => seek(-1),
      'seek-forward': () => seek(1),
      mute: () => {
        media.muted = !media.muted;
        onFeedback({ kind: 'volume', volume: media.muted ? 0 : media.volume });
      },
      fullscreen: () => requestControl(controller, 'fullscreen'),
      captions: () => requestControl(controller, 'captions'),
      pip: () => requestControl(controller, 'pip'),
      next: () => (asked.onNext === undefined ? false : asked.onNext()),
      previous: () => (asked.onPrevious === undefined ? false : asked.onPrevious()),
      help: asked.onHelp,
      close: () => {
        if (asked.onClose()) return true;
        if (!isFullscreen(stage.current)) return false;
        return void document.exitFullscreen();
      },
    };
    return actions[command]() !== false;
  }

  const hear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const command = readCommand(event);
    if (command !== undefined && obey(command)) event.preventDefault();
  });
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent): void => hear(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  /** Handles a key while the video has the focus. @returns whether the player used the key */
  function onVideoKey(event: KeyboardEvent<HTMLElement>, controller: Element): boolean {
    if (video === undefined) return false;
    const changeVolume = (direction: 1 | -1): boolean => {
      onFeedback({ kind: 'volume', volume: turnVolume(video.media, direction) });
      return true;
    };
    switch (event.key) {
      case 'Enter':
        togglePlaying(video.media);
        return true;
      case 'ArrowLeft':
        return seek(-1);
      case 'ArrowRight':
        return seek(1);
      case 'ArrowDown':
        if (isPointed.current) return changeVolume(-1);
        return focusControls(controller);
      case 'ArrowUp':
        if (isPointed.current) return changeVolume(1);
        if (!isFullscreen(stage.current)) return false;
        if (onUp === undefined) return focusBack(controller);
        onUp();
        return true;
      default:
        return false;
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target } = event;
    if (!(target instanceof Element) || !isFree(event.nativeEvent)) return;
    if (isVideoTarget(target)) {
      if (onVideoKey(event, target)) event.preventDefault();
    } else {
      arrows.onKeyDown(event);
      const isDone = event.defaultPrevented || event.key !== 'ArrowUp' || !isFullscreen(stage.current);
      if (!isDone) focusVideo(stage.current);
    }
    // In full screen the arrow keys must not move the focus to the page behind the player, which is invisible.
    if (event.key.startsWith('Arrow') && isFullscreen(stage.current)) event.stopPropagation();
  }

  return { onKeyDown };
}

/** Whether the person last used the mouse, and not Tab or an arrow key that moves the focus. */
function usePointed(): RefObject<boolean> {
  const isPointed = useRef(false);
  useEffect(() => {
    const point = (event: PointerEvent): void => {
      // Some remotes of televisions have a pointer too, but their arrow keys must always navigate, because they have
      // separate volume keys.
      if (event.pointerType === 'mouse' && isMoved(event) && !isTelevision()) isPointed.current = true;
    };
    const lead = (event: globalThis.KeyboardEvent): void => {
      const isLeading =
        event.key === 'Tab' || (event.key.startsWith('Arrow') && !isVideoTarget(event.target));
      if (isLeading) isPointed.current = false;
    };
    addEventListener('pointermove', point, { capture: true, passive: true });
    addEventListener('pointerdown', point, { capture: true, passive: true });
    addEventListener('keydown', lead, { capture: true });
    return () => {
      removeEventListener('pointermove', point, { capture: true });
      removeEventListener('pointerdown', point, { capture: true });
      removeEventListener('keydown', lead, { capture: true });
    };
  }, []);
  return isPointed;
}

/** Focuses the button «Volver» that the player shows in full screen. @returns whether it is there */
function focusBack(controller: Element): boolean {
  const back = controller.querySelector<HTMLElement>('.player__back');
  back?.focus({ preventScroll: true });
  return back !== null;
}

function focusControls(controller: Element): boolean {
  controller
    .querySelector<HTMLElement>('media-control-bar media-play-button')
    ?.focus({ preventScroll: true });
  return true;
}
