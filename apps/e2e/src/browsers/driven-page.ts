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

  /** Waits until something is true. What the page shows is told when that does not become true. */
  async function untilTrue(what: string, look: () => Promise<boolean>): Promise<void> {
    try {
      await expect.poll(look, patience).toBe(true);
    } catch (error) {
      const shown = await run(() => `${location.hash} ${document.body.innerText}`);
      throw new Error(`not seen: ${what}; the page shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 400)}`, {
        cause: error,
      });
    }
  }

  const read = (): Promise<Playing | null> => run(readPlaying);

  return {
    run,
    press,
    open: (path: string) => automation.navigate(`${productUrl}/#${path}`),
    type: (text: string) => press(...Array.from(text)),
    locate,
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
    subtitle: /T\d+ E\d+: [^\n]*/.exec(document.body.innerText)?.[0] ?? '',
  };
}
