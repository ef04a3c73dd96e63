import { expect } from 'vitest';
import type { Automation } from './automation.ts';

/** How long a journey waits for something, in milliseconds; this only ends a journey that hangs. */
const patience = { timeout: 60_000, interval: 200 };

/** Names an element: a selector, or several of which each following one is looked for in the shadow tree of the last. */
type Place = string | readonly string[];

/** How far the film on a page has been played. */
export interface Playing {
  seconds: number;
  /** How many seconds have been played since the film was opened. */
  played: number;
  duration: number;
  width: number;
  paused: boolean;
  seeking: boolean;
  /** The text of the page's own line under the title, such as `T1 E1: Uno`. */
  subtitle: string;
}

/** The WebDriver protocol's codes of keys that are no characters. */
const keyCodes: Readonly<Record<string, string>> = { Enter: '\u{E007}', Escape: '\u{E00C}', Tab: '\u{E004}' };

/** A page of the product in a driven browser, used with real clicks and keys. */
export function createDrivenPage(automation: Automation, productUrl: string) {
  const run = async <A extends readonly unknown[], R>(script: (...args: A) => R, ...args: A): Promise<R> =>
    (await automation.run(`return (${script.toString()})(...arguments)`, args)) as R;

  const press = (...keys: readonly string[]): Promise<void> =>
    automation.act([
      {
        type: 'key',
        id: 'keys',
        actions: keys.flatMap((key) =>
          ['keyDown', 'keyUp'].map((type) => ({ type, value: keyCodes[key] ?? key })),
        ),
      },
    ]);

  /** Waits for an element that is shown and stands still, with this text if any, and returns its middle. */
  async function locate(place: Place, text = ''): Promise<{ x: number; y: number }> {
    let found: { x: number; y: number } | null = null;
    await untilTrue(`${String(place)} ${text}`, async () => {
      const before = found;
      found = await run(findMiddle, typeof place === 'string' ? [place] : place, text);
      return found !== null && before?.x === found.x && before.y === found.y;
    });
    return found!;
  }

  /** Waits until something is true. What the page shows, and what its video did, is told when that does not become true. */
  async function untilTrue(what: string, look: () => Promise<boolean>): Promise<void> {
    try {
      await expect.poll(look, patience).toBe(true);
    } catch (error) {
      const shown = await run(() => `${location.hash} ${document.body.innerText}`);
      const video = await run(describeVideo);
      throw new Error(
        `not seen: ${what}; the page shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 400)}\n${video}`,
        { cause: error },
      );
    }
  }

  const read = (): Promise<Playing | null> => run(readPlaying);

  return {
    run,
    press,
    async open(path: string): Promise<void> {
      await automation.navigate(`${productUrl}/#${path}`);
      await run(recordMedia);
    },
    type: (text: string) => press(...Array.from(text)),
    locate,
    untilTrue,
    async click(place: Place, text?: string): Promise<void> {
      const { x, y } = await locate(place, text);
      const actions = [
        { type: 'pointerMove', x: Math.round(x) - 2, y: Math.round(y) },
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await automation.act([{ type: 'pointer', id: 'mouse', actions }]);
    },
    read,
    /** Waits until the film on the page is as wanted, and returns how it was then. */
    async until(isReached: (playing: Playing) => boolean, what: string): Promise<Playing> {
      let last: Playing | null = null;
      await untilTrue(what, async () => {
        last = await read();
        return last !== null && isReached(last);
      });
      return last!;
    },
  };
}

export type DrivenPage = ReturnType<typeof createDrivenPage>;

/** Runs in the page: finds a shown element and returns its middle, after scrolling it into view. */
function findMiddle(path: readonly string[], text: string): { x: number; y: number } | null {
  let roots: ParentNode[] = [document];
  let elements: HTMLElement[] = [];
  for (const selector of path) {
    elements = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)]);
    roots = elements.flatMap(({ shadowRoot }) => (shadowRoot === null ? [] : [shadowRoot]));
  }
  for (const element of elements) {
    const name = `${element.getAttribute('aria-label') ?? ''} ${element.innerText}`;
    if (!name.includes(text)) continue;
    element.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) return { x: left + width / 2, y: top + height / 2 };
  }
  return null;
}

declare global {
  interface Window {
    /** What the media elements of the page did since it was loaded, one line each. */
    mediaRecord?: string[];
  }
}

/**
 * Runs in the page, before it has a player: records the events of its media elements and the calls of `play()` and `pause()`. A
 * `pause` without a call before it was the browser's own.
 */
function recordMedia(): void {
  if (window.mediaRecord !== undefined) return;
  const record: string[] = [];
  window.mediaRecord = record;
  const note = (video: HTMLMediaElement, what: string): void => {
    const { currentTime, readyState, muted } = video;
    const seconds = (performance.now() / 1000).toFixed(2);
    record.push(
      `${seconds} ${what} at ${currentTime.toFixed(2)} ready ${readyState}${muted ? ' muted' : ''}`,
    );
    if (record.length > 60) record.shift();
  };
  const { play, pause } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function playNoted() {
    note(this, 'play()');
    return play.call(this);
  };
  HTMLMediaElement.prototype.pause = function pauseNoted() {
    note(this, 'pause()');
    pause.call(this);
  };
  const { attachShadow } = Element.prototype;
  const types =
    'loadstart loadedmetadata canplay play playing pause waiting stalled seeking seeked ended error emptied volumechange';
  // Media events neither bubble nor leave the shadow tree of the video.
  Element.prototype.attachShadow = function attachRecordedShadow(init) {
    const root = attachShadow.call(this, init);
    for (const type of types.split(' ')) {
      root.addEventListener(
        type,
        ({ target }) => {
          if (target instanceof HTMLMediaElement) note(target, type);
        },
        true,
      );
    }
    return root;
  };
}

/** Runs in the page: tells the state of its video, and what it did last. */
function describeVideo(): string {
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  if (!video) return 'there is no video';
  const ranges = (times: TimeRanges): string =>
    Array.from({ length: times.length }, (_, index) =>
      [times.start(index), times.end(index)].map((seconds) => seconds.toFixed(2)).join('-'),
    ).join(' ');
  const { currentTime, duration, paused, ended, seeking, muted, readyState, networkState, buffered, played } =
    video;
  const state = { currentTime, duration, paused, ended, seeking, muted, readyState, networkState };
  return [
    `video ${JSON.stringify(state)} buffered ${ranges(buffered)} played ${ranges(played)} error ${video.error?.message}`,
    `now ${(performance.now() / 1000).toFixed(2)}`,
    ...(window.mediaRecord ?? []),
  ].join('\n');
}

/** Runs in the page: reads how far its film has been played; `null` while there is none. */
function readPlaying(): Playing | null {
  const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  if (!video) return null;
  let played = 0;
  for (let index = 0; index < video.played.length; index += 1) {
    played += video.played.end(index) - video.played.start(index);
  }
  return {
    seconds: video.currentTime,
    played,
    duration: video.duration,
    width: video.videoWidth,
    paused: video.paused,
    seeking: video.seeking,
    subtitle: /T\d+ E\d+: [^\n]*/.exec(document.body.innerText)?.[0] ?? '',
  };
}
