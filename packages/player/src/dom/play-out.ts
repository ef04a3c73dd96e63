/** A decoder keeps the last frames to itself. */
const nothingLeftSeconds = 0.3;

/** Lets what was given under a trial, and is paid, be seen to its last second. */
export function playOut(video: HTMLVideoElement, signal: AbortSignal, whenOver: () => void): void {
  const over = new AbortController();
  const check = (): void => {
    if (secondsAhead(video) > nothingLeftSeconds) return;
    over.abort();
    whenOver();
  };
  const options = { signal: AbortSignal.any([signal, over.signal]) };
  for (const type of ['timeupdate', 'waiting', 'seeking']) video.addEventListener(type, check, options);
  check();
}

/** How much of the media lies ready after the position, in seconds. */
function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    const [start, end] = [buffered.start(index), buffered.end(index)];
    if (start <= currentTime && currentTime <= end) return end - currentTime;
  }
  return 0;
}
