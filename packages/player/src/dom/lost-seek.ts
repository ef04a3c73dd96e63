/*
 * WebKitGTK may lose the end of a seek that is made while its pipeline is filled for the first time, as hls.js makes one over
 * a gap at the beginning of a stream: `seeking` stays true although the media at that place are buffered. Setting
 * `currentTime` to the same second again ends it.
 */
import { nothingLeftSeconds, secondsAhead } from './play-out.ts';
import { after, type Cancel } from '../base/clock.ts';

/** How often a <video> that seeks is looked at, in milliseconds. A seek is lost if its media were there at two looks. */
const lookEveryMs = 1000;
/** How often the same seek is repeated: in a slow browser each time takes its whole time again. */
const mostRepeats = 2;

/**
 * Repeats the seeks of a stream that a <video> does not end although their media are buffered.
 *
 * @param signal - aborts when the stream is closed
 */
export function repeatLostSeeks(video: HTMLVideoElement, signal: AbortSignal): void {
  let cancelLook: Cancel | undefined;
  let targetSeconds: number | undefined;
  let repeats = 0;
  let wereMediaThere = false;

  function stopLooking(): void {
    cancelLook?.();
    targetSeconds = undefined;
  }
  function look(): void {
    if (!video.seeking) return stopLooking();
    const areMediaThere = secondsAhead(video) > nothingLeftSeconds;
    cancelLook = after(lookEveryMs, look);
    const isLost = areMediaThere && wereMediaThere && repeats < mostRepeats;
    wereMediaThere = areMediaThere && !isLost;
    if (!isLost || targetSeconds === undefined) return;
    repeats += 1;
    video.currentTime = targetSeconds;
  }
  function handleSeeking(): void {
    // A repeated seek is told by the same event, at the same second.
    if (video.currentTime === targetSeconds) return;
    stopLooking();
    targetSeconds = video.currentTime;
    repeats = 0;
    wereMediaThere = false;
    cancelLook = after(lookEveryMs, look);
  }
  video.addEventListener('seeking', handleSeeking, { signal });
  video.addEventListener('seeked', stopLooking, { signal });
  signal.addEventListener('abort', stopLooking, { once: true });
}
