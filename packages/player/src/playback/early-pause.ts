/*
 * A browser that is told to play before it knows whether a stream has sound may begin, and pause as soon as it knows that sound
 * is not allowed (WebKit). If the video pauses at the beginning of a stream without a call of `pause()`, it is therefore started once
 * more, with sound or else muted. The page's buttons and keys, and the media keys that the page handles, call `pause()`, and players outside of the
 * page say that their pause is wanted. A pause by
 * the system (another program takes the sound) is like the browser's own: the video is started once more and stays paused the next
 * time. To pause it again where the browser allows the sound is no remedy: WebKit may pause and allow the sound a moment later.
 */
import type { StartableMedia } from './autoplay.ts';

/** After so many seconds of playback, a pause is no reaction of the browser to sound any more. */
const earlySeconds = 1;

type WatchedMedia = Pick<StartableMedia, 'isPauseWanted' | 'addEventListener' | 'removeEventListener'> & {
  readonly ended: boolean;
};

/** Watches for the browser's own pause at the beginning of a stream. */
export interface EarlyPauseWatch {
  /** Says whether such a pause may come: the current stream has begun with sound, or nothing has begun. */
  expect(isExpected: boolean): void;
  dispose(): void;
}

/**
 * @param playedSeconds - how much of the stream has been played; `undefined` while none is open or it is being started
 * @param isHidden - whether nobody sees the page: browsers pause there for reasons of their own
 * @param startAgain - called once for each start that is expected to pause
 */
export function watchEarlyPause(
  media: WatchedMedia,
  playedSeconds: () => number | undefined,
  isHidden: () => boolean,
  startAgain: () => void,
): EarlyPauseWatch {
  let isExpected = false;
  function handlePause(): void {
    const seconds = playedSeconds();
    if (seconds === undefined || seconds >= earlySeconds) return;
    if (!isExpected || media.isPauseWanted || media.ended || isHidden()) return;
    isExpected = false;
    startAgain();
  }
  media.addEventListener('pause', handlePause);
  return {
    expect(is) {
      isExpected = is;
    },
    dispose: () => media.removeEventListener('pause', handlePause),
  };
}
