import type { CDPSession, Page } from 'playwright-core';

/** The name of a television’s browser, by which the product recognises it. */
export const televisionAgent =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36';

/** The keys of a remote control: `back` of webOS and of Tizen, which have no names, and the name that others have. */
export type RemoteKey =
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Enter'
  | 'webOS back'
  | 'Tizen back'
  | 'GoBack';

const backs: Readonly<Partial<Record<RemoteKey, { key: string; windowsVirtualKeyCode: number }>>> = {
  'webOS back': { key: 'Unidentified', windowsVirtualKeyCode: 461 },
  'Tizen back': { key: 'Unidentified', windowsVirtualKeyCode: 10_009 },
  GoBack: { key: 'GoBack', windowsVirtualKeyCode: 0 },
};

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Presses a key of a remote control, as the browser of a television gives it to the page. */
export async function pressRemote(page: Page, key: RemoteKey): Promise<void> {
  const back = backs[key];
  if (back === undefined) return page.keyboard.press(key);
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const devtools = await session;
  await devtools.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...back });
  await devtools.send('Input.dispatchKeyEvent', { type: 'keyUp', ...back });
}

/**
 * Waits until the focus is on something that a person in front of a television sees, within the picture without its
 * outermost twentieth.
 *
 * @returns why it is not, six seconds and a hundred frames after the screen has loaded, in which messages disappear that may
 *   lie over it; `undefined` when it is
 */
export function findFocusFault(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const describe = (element: Element): string => {
      const name = element.getAttribute('aria-label') ?? element.textContent;
      return `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} «${name.trim().slice(0, 40)}»`;
    };
    const read = (): string | undefined => {
      const focused = document.activeElement;
      if (focused === null || focused === document.body) return 'nothing has the focus';
      if (focused.id === 'contenido') return 'only the content as a whole has the focus';
      // The browser’s own check boxes and file fields lie unseen over or in what the product draws for them.
      const isInput =
        focused instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(focused.type);
      const shown = (isInput ? (focused.closest('label') ?? focused.parentElement) : undefined) ?? focused;
      const name = describe(shown);
      if (!shown.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        return `${name} is hidden`;
      const { left, right, top, bottom, width, height } = shown.getBoundingClientRect();
      const edge = { x: innerWidth * 0.05 - 1, y: innerHeight * 0.05 - 1 };
      const safe = { width: innerWidth - 2 * edge.x, height: innerHeight - 2 * edge.y };
      const from = { x: Math.max(left, edge.x), y: Math.max(top, edge.y) };
      const to = { x: Math.min(right, innerWidth - edge.x), y: Math.min(bottom, innerHeight - edge.y) };
      // Of what is taller than half of the picture, as the player is, three quarters are enough to see where the focus is:
      // a page that is opened again stands where it was scrolled to.
      const shownPart = height > safe.height / 2 ? 0.75 : 0.9;
      const isIn =
        to.x - from.x >= Math.min(width, safe.width) * 0.9 &&
        to.y - from.y >= Math.min(height, safe.height) * shownPart;
      if (!isIn) return `${name} is at ${[left, top, right, bottom].map(Math.round).join(' ')}`;
      const middle = document.elementFromPoint((from.x + to.x) / 2, (from.y + to.y) / 2);
      const isCovered = middle === null || !(shown.contains(middle) || middle.contains(shown));
      return isCovered
        ? `${name} is covered by ${middle === null ? 'nothing' : describe(middle)}`
        : undefined;
    };
    const isLoading = (): boolean =>
      document.querySelector('main:not(.guard)') === null ||
      document.querySelector('main :is(.sk, [aria-busy=true])') !== null;
    let fault = read();
    let loadedAt = performance.now();
    for (let frames = 0; fault !== undefined; frames += 1) {
      if (isLoading()) [frames, loadedAt] = [0, performance.now()];
      if (frames > 100 && performance.now() > loadedAt + 6_000) break;
      await new Promise((resolve) => requestAnimationFrame(resolve));
      fault = read();
    }
    return fault;
  });
}

/**
 * Lists the texts of a screen that a television may hide: those in the outermost twentieth of the picture. Rows that
 * scroll sideways lead out of the picture, and a page that scrolls leads out of it downwards: it is read at its top.
 */
export function listHiddenTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Scrolled in the same task as the texts are read: the screen may still scroll to what has the focus.
    scrollTo({ top: 0, behavior: 'instant' });
    const edge = { x: innerWidth * 0.05 - 1, y: innerHeight * 0.05 - 1 };
    const hasText = (element: Element): boolean =>
      [...element.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
      );
    const isLedOut = (element: Element | null): boolean =>
      element !== null &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) && element !== document.body
        ? true
        : isLedOut(element.parentElement));
    const isFixed = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).position === 'fixed' || isFixed(element.parentElement));
    const found: string[] = [];
    for (const element of document.querySelectorAll('body *')) {
      if (!hasText(element) || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const isShown =
        width > 1 && height > 1 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      if (!isShown || isLedOut(element.parentElement)) continue;
      const isBeside = left < edge.x || right > innerWidth - edge.x;
      const isBeyond = top < edge.y || (isFixed(element) && bottom > innerHeight - edge.y);
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`;
      if (isBeside || isBeyond)
        found.push(
          `${name} «${element.textContent.trim().slice(0, 30)}» at ${[left, top, right, bottom].map(Math.round).join(' ')}`,
        );
    }
    return found;
  });
}
