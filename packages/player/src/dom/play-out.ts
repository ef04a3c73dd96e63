import { linkAbort } from './link-abort.ts';

/**
 * A buffer with this many seconds left counts as played to its end, because a decoder does not show the last frames
 * without further data.
 */
export const nothingLeftSeconds = 0.3;

/**
 * Calls `whenOver` once the video has played everything that it had buffered. Used when a free trial (some minutes of a
 * title that the plan does not open) is used up: the buffered part was already charged to it, so it is still shown.
 */
export function playOut(video: HTMLVideoElement, signal: AbortSignal, whenOver: () => void): void {
  const over = linkAbort([signal]);
  const check = (): void => {
    if (secondsAhead(video) > nothingLeftSeconds) return;
    over.abort();
    whenOver();
  };
  const options = { signal: over.signal };
  for (const type of ['timeupdate', 'waiting', 'seeking']) video.addEventListener(type, check, options);
  check();
}

/** How many seconds of media are buffered ahead of the playback position. */
export function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    const [start, end] = [buffered.start(index), buffered.end(index)];
    if (start <= currentTime && currentTime <= end) return end - currentTime;
  }
  return 0;
}
