import type { StreamVideo } from '@butaca/player';

/** Goes to a place, and plays from there. */
export function playFrom(media: StreamVideo, seconds: number): void {
  media.currentTime = seconds;
  // Where the browser does not let it play, the controls offer it.
  void media.play().catch(() => undefined);
}
