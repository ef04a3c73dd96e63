import { setTimeout as pause } from 'node:timers/promises';

/**
 * Asks a server at short intervals until it is ready.
 *
 * @param {string} url
 * @param {number} sinceMs - the time, by `performance.now()`, from which to count
 * @returns {Promise<number>} seconds until `GET /api/ready` answered 200
 */
export async function secondsUntilReady(url, sinceMs) {
  for (;;) {
    const response = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).catch(
      () => undefined,
    );
    if (response?.status === 200) return (performance.now() - sinceMs) / 1_000;
    await pause(50);
  }
}

/** What a person reads on a page at this moment: its alert, or its status, or its heading. */
export const readMessage = (page) =>
  page.evaluate(() => {
    const find = (selector) =>
      [...document.querySelectorAll(selector)]
        .map((element) => element.textContent.trim())
        .find((text) => text !== '');
    return find('[role=alert]') ?? find('main output, main [role=status]') ?? find('main h1') ?? '(nada)';
  });

/** Where the video of a watch page is: its second, whether it plays, and whether an alert ended it. */
export const readVideo = (page) =>
  page.evaluate(() => {
    const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
    return {
      second: video?.currentTime ?? 0,
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      alert: document.querySelector('main [role=alert]')?.textContent.trim(),
      status: document.querySelector('main output, main [role=status]')?.textContent.trim(),
    };
  });

/**
 * Watches a playing page for a time.
 *
 * @returns {Promise<{ stillSeconds: number, longestSeconds: number, reached: number, said: string[], alert?: string }>}
 * how long the picture stood still in all and at most at a time, the second that it reached, and what the page said
 */
export async function watchFor(page, seconds) {
  const endMs = performance.now() + seconds * 1_000;
  const said = new Set();
  let [stillMs, longestMs, sinceMs] = [0, 0, performance.now()];
  let last = await readVideo(page);
  let reached = last.second;
  while (performance.now() < endMs) {
    await pause(200);
    const now = await readVideo(page);
    const atMs = performance.now();
    if (now.alert !== undefined && now.alert !== '') return { ...tell(), alert: now.alert };
    if (now.status !== undefined && now.status !== '') said.add(now.status);
    if (now.frames > last.frames) {
      const gapMs = atMs - sinceMs - 200;
      if (gapMs > 300) stillMs += gapMs;
      longestMs = Math.max(longestMs, gapMs);
      sinceMs = atMs;
    }
    reached = Math.max(reached, now.second);
    last = now;
  }
  longestMs = Math.max(longestMs, performance.now() - sinceMs);
  return tell();

  function tell() {
    return { stillSeconds: stillMs / 1_000, longestSeconds: longestMs / 1_000, reached, said: [...said] };
  }
}
