import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest';
import { sharedBrowser } from './browser.ts';
import { tenTimesASecond } from './polling.ts';
import { noteMessages } from './said.ts';

/** How much of the text of a page is printed when its journey has failed, in characters. */
const shownLength = 400;

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
    context = await newContext({ ...computer, ...options });
    const page = await context.newPage();
    faults = [];
    recordFaults(page, faults);
    await begin(page);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const page of context?.pages() ?? []) await sayWhatIsShown(page);
    await context?.close();
    context = undefined;
    expect(faults).toEqual([]);
  });
}

/** Prints what a page shows in a line that CI repeats at its end, because a failure that is rare leaves nothing else. */
async function sayWhatIsShown(page: Page): Promise<void> {
  const text = await page.evaluate(() => document.body.innerText).catch(String);
  const shown = text.replaceAll(/\s+/g, ' ').slice(0, shownLength);
  process.stdout.write(`\n✗ the page of the failed journey, ${page.url()}: ${shown}\n`);
}

/**
 * Opens a browser context of this worker's browser. What is waited for in it has a minute, twice the usual time: these
 * limits only end a journey that hangs, and all journeys share the machine's cores.
 */
export async function newContext(options = computer): Promise<BrowserContext> {
  const context = await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(60_000);
  await noteMessages(context);
  return context;
}

/**
 * Opens a page in a new browser context, which is closed when the running test has finished.
 *
 * @param options - of the browser context; by default those of a desktop computer
 */
export async function openPage(options = computer): Promise<Page> {
  const context = await newContext(options);
  onTestFinished(() => context.close());
  return context.newPage();
}

/**
 * Options for a browser context that simulates the desktop computer of a person who has asked for as little motion as
 * possible: Chromium spends a fifth of its processor time on drawing fades. It has no service worker, which would load
 * the whole release in each journey.
 */
export const computer: BrowserContextOptions = {
  viewport: { width: 1366, height: 768 },
  reducedMotion: 'reduce',
  locale: 'es',
  serviceWorkers: 'block',
};

/** Options for the computer of most people, for journeys whose subject is how the product moves. */
export const movingComputer: BrowserContextOptions = { ...computer, reducedMotion: 'no-preference' };

/** Adds a page's uncaught errors and violations of the content security policy to a list, from now on. */
export function recordFaults(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) faults.push(message.text());
  });
}

declare global {
  interface Window {
    axe?: typeof axe;
  }
}

/** The script of axe, the accessibility checker, as it runs in a page. */
const axeScript = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Asserts that a page has no serious accessibility fault. It waits for opening animations first, because
 * half-transparent text has too little contrast. The script of axe is evaluated once in each document, because
 * compiling it takes as long as checking a page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.getAnimations().every((animation) => {
        const isEndless = animation.effect?.getComputedTiming().iterations === Infinity;
        // An animation that follows a scroll position, and not time, runs for as long as its element is shown.
        const isOfTime = animation.timeline instanceof DocumentTimeline;
        return isEndless || !isOfTime || animation.playState !== 'running';
      }),
    undefined,
    tenTimesASecond,
  );
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeScript);
  const faults = await page.evaluate(async () => {
    // Axe describes only violations: descriptions of all elements that pass would be megabytes of the page's HTML.
    const { violations } = await window.axe!.run(document, { resultTypes: ['violations'] });
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
  expect(faults).toEqual([]);
}
