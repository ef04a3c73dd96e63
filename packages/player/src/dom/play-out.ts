/** Seconds of buffer that count as empty: a decoder does not show the last frames without further data. */
const nothingLeftSeconds = 0.3;

/** Calls `whenOver` once the buffered media, which was already charged to a trial, has been played to its end. */
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

/** How many seconds of media are buffered ahead of the playback position. */
function secondsAhead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index += 1) {
    const [start, end] = [buffered.start(index), buffered.end(index)];
    if (start <= currentTime && currentTime <= end) return end - currentTime;
  }
  return 0;
}
