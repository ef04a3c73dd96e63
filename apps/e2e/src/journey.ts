import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { tenTimesASecond } from './polling.ts';

/**
 * Opens a new page in a new browser context for each test of an end-to-end test file. A test fails when its page throws
 * an uncaught error or violates the content security policy.
 *
 * @param options - of the browser context; by default those of a desktop computer
 */
export function onEachJourney(
  begin: (page: Page) => void | Promise<void>,
  options?: BrowserContextOptions,
): void {
  let context: BrowserContext | undefined;
  let faults: string[] = [];
  beforeEach(async () => {
    context = await (await sharedBrowser()).newContext({ ...computer, ...options });
    const page = await context.newPage();
    faults = [];
    recordFaults(page, faults);
    await begin(page);
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
    expect(faults).toEqual([]);
  });
}

/** Opens a page in a new browser context, which is closed when the running test has finished. */
export async function openPage(): Promise<Page> {
  const context = await (await sharedBrowser()).newContext(computer);
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Options for a browser context that simulates a desktop computer. */
export const computer: BrowserContextOptions = { viewport: { width: 1366, height: 768 }, locale: 'es' };

/** Adds a page's uncaught errors and violations of the content security policy to a list, from now on. */
export function recordFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
}

/**
 * Asserts that a page has no serious accessibility fault. It waits for opening animations first, because
 * half-transparent text has too little contrast. Axe (the accessibility checker) runs in legacy mode: its newer mode
 * would open another page for each result, to protect it from frames of other origins, and the product has no such
 * frames.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getAnimations().every((animation) => {
        const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
        return isEndless || animation.playState !== 'running';
      }),
    undefined,
    tenTimesASecond,
  );
  // Axe describes only violations: descriptions of all elements that pass would be megabytes of the page's HTML.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
