import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { launchBrowser } from './browser.ts';

/**
 * Opens a new page in a new browser context for each test of a file. A test fails when the page throws an
 * uncaught error or violates its content security policy.
 *
 * @param options - of the browser context; by default a computer's
 */
export function onEachJourney(
  begin: (page: Page) => void | Promise<void>,
  options?: BrowserContextOptions,
): void {
  let browser: Browser;
  let page: Page;
  let faults: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    const context = await browser.newContext({ ...computer, ...options });
    page = await context.newPage();
    faults = [];
    recordFaults(page, faults);
    await begin(page);
  });
  afterEach(async () => {
    expect(faults).toEqual([]);
    await page.context().close();
  });
}

/** A computer's browser. */
export const computer: BrowserContextOptions = { viewport: { width: 1366, height: 768 }, locale: 'es' };

/** Records uncaught errors and violations of the content security policy. */
export function recordFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
}

/** Expects no serious accessibility fault. It waits for opening animations, because half-transparent text has too little contrast. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((animation) => {
      const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
      return isEndless || animation.playState !== 'running';
    }),
  );
  const { violations } = await new AxeBuilder({ page }).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
