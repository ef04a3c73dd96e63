import type { PlayerMedia } from '@butaca/player';

/** Seeks to a position of the video and plays from there. */
export function playFrom(media: PlayerMedia, seconds: number): void {
  media.currentTime = seconds;
  // If the browser refuses to play, the person can press the play button.
  void media.play().catch(() => undefined);
}
