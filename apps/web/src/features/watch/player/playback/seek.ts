import type { PlayerMedia } from '@butaca/player';

export function playFrom(media: PlayerMedia, seconds: number): void {
  media.currentTime = seconds;
  // If the browser refuses to play, the person can press the play button.
  void media.play().catch(() => undefined);
}
