import { seekStepSeconds } from '@butaca/contract';
import type { StreamVideo } from '@butaca/player';
import { useArrowNavigation } from '@butaca/ui';
import type { KeyboardEvent } from 'react';
import type { DrivenVideo } from './use-playback.ts';

/**
 * The keys of a keyboard and of a television's remote. On the picture: Enter plays and pauses, ↓ goes to the controls, ← and →
 * seek where there is a past and a future. On a control the arrows lead to the next one.
 */
export function usePlayerKeys(video: DrivenVideo | undefined) {
  const arrows = useArrowNavigation();

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!(event.target instanceof Element) || event.target.localName !== 'media-controller') {
      arrows.onKeyDown(event);
      return;
    }
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || video === undefined)
      return;
    const { media, playback } = video;
    const { isLive } = playback.getSnapshot();
    if (event.key === 'Enter') togglePlaying(media);
    else if (event.key === 'ArrowDown') focusControls(event.target);
    else if (event.key === 'ArrowLeft' && !isLive) seekBy(media, -seekStepSeconds);
    else if (event.key === 'ArrowRight' && !isLive) seekBy(media, seekStepSeconds);
    else return;
    event.preventDefault();
  }

  return { onKeyDown };
}

function togglePlaying(media: StreamVideo): void {
  if (media.paused) void media.play().catch(() => undefined);
  else media.pause();
}

function seekBy(media: StreamVideo, seconds: number): void {
  media.currentTime = Math.max(0, media.currentTime + seconds);
}

function focusControls(controller: Element): void {
  controller
    .querySelector<HTMLElement>('media-control-bar media-play-button')
    ?.focus({ preventScroll: true });
}
