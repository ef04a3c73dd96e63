/** How much of a recording is received ahead of the position, in seconds. */
const aheadSeconds = 60;

/**
 * Waits until a video has less than a minute of media ahead of its position. Where the position is outside of the buffer, the end
 * of the buffer counts: what arrives then never reaches a position that lies behind it.
 */
export async function waitForRoom(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && secondsToEnd(video) > aheadSeconds) {
    const heard = new AbortController();
    await new Promise<void>((resolve) => {
      const options = { signal: heard.signal };
      for (const event of ['timeupdate', 'seeking', 'emptied'])
        video.addEventListener(event, () => resolve(), options);
      signal.addEventListener('abort', () => resolve(), options);
    });
    heard.abort();
  }
}

const secondsToEnd = ({ buffered, currentTime }: HTMLVideoElement): number =>
  buffered.length === 0 ? 0 : buffered.end(buffered.length - 1) - currentTime;
