import type { BrowserContext, Page } from 'playwright-core';
import { tenTimesASecond } from './polling.ts';

declare global {
  interface Window {
    /** The messages that the page has shown since it was loaded and that no test has taken yet, oldest first. */
    saidMessages?: string[];
  }
}

/**
 * Makes the pages of a browser context note every message that they show, such as a toast or the volume over the video.
 * Such a message disappears by itself, perhaps before a test on a busy machine looks for it.
 */
export const noteMessages = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const said: string[] = [];
    window.saidMessages = said;
    const last = new WeakMap<Element, string>();
    const look = (): void => {
      for (const element of document.querySelectorAll(
        '[role=status], [role=alert], [data-sonner-toast], .next__when',
      )) {
        const { textContent } = element;
        if (textContent === '' || textContent === last.get(element)) continue;
        last.set(element, textContent);
        said.push(textContent);
      }
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });

/**
 * Waits until the page has shown a message, also if the message has disappeared again. Each message is taken once: waiting
 * for the same words again waits until the page shows them again.
 *
 * @param words - the message, or a part of it
 */
export async function untilSaid(page: Page, words: string | RegExp): Promise<void> {
  const { source, flags } =
    typeof words === 'string' ? new RegExp(words.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')) : words;
  await page.waitForFunction(
    ([pattern, options]) => {
      const said = window.saidMessages ?? [];
      const index = said.findIndex((message) => new RegExp(pattern, options).test(message));
      if (index !== -1) said.splice(index, 1);
      return index !== -1;
    },
    [source, flags] as const,
    tenTimesASecond,
  );
}
