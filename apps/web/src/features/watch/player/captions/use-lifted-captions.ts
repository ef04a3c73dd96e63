import type { PlayerMedia } from '@butaca/player';
import { useEffect } from 'react';

/** Keeps shown subtitles above the player's controls. The code for that is loaded when subtitles are shown first. */
export function useLiftedCaptions(media: PlayerMedia): void {
  useEffect(() => {
    const { video } = media;
    const stage = media.closest('.player');
    const controller = stage?.querySelector<HTMLElement>('media-controller');
    if (video === undefined || !controller) return undefined;
    const findBar = (): Element | null => controller.querySelector('media-control-bar');
    const left = new AbortController();
    const found = new AbortController();
    const look = (): void => {
      if (![...video.textTracks].some(({ mode }) => mode === 'showing')) return;
      found.abort();
      import('./lift-captions.ts').then(
        ({ liftCaptions }) => left.signal.aborted || liftCaptions(video, controller, findBar, left.signal),
        () => undefined,
      );
    };
    for (const type of ['addtrack', 'change'])
      video.textTracks.addEventListener(type, look, { signal: found.signal });
    look();
    return () => {
      found.abort();
      left.abort();
    };
  }, [media]);
}
