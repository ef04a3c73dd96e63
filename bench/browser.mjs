import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const settleTimeoutMs = 20_000;

/** Where Debian's packages put Chromium; the headless shell is what `npm test` installs. */
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/**
 * Launch options for the Chromium of benchmarks, the same as in the end-to-end tests; `BUTACA_CHROMIUM` names another
 * executable.
 */
export const chromiumOptions = {
  executablePath: process.env.BUTACA_CHROMIUM ?? installed.find((path) => existsSync(path)),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
};

export const launchBrowser = () => chromium.launch(chromiumOptions);

/**
 * Makes every page of a browser context start with a person signed in to the web client.
 *
 * @param {import('playwright-core').BrowserContext} context
 * @param {import('./product.mjs').Session | undefined} session - `undefined` for a visitor
 */
export async function keepSession(context, session) {
  if (session === undefined) return;
  await context.addInitScript(storeSession, session);
}

/**
 * Opens a page of the product as a signed-in person.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string, session: import('./product.mjs').Session }} product
 * @param {string} path - after the `#`
 */
export async function openPage(browser, { url, session }, path) {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'es' });
  await keepSession(context, session);
  const page = await context.newPage();
  await page.goto(`${url}/#${path}`);
  return page;
}

/**
 * Stores a session in localStorage, where the web client looks for it. Runs in the page.
 * @param {import('./product.mjs').Session} session
 */
export function storeSession({ token, user, deviceId }) {
  localStorage.setItem('token', token);
  localStorage.setItem('user', JSON.stringify(user));
  localStorage.setItem('deviceId', deviceId);
}

/**
 * Waits until the screen in a browser page no longer changes: no request is running; no skeleton, spinner, unfinished
 * image or transition is visible; and a video, if there is one, shows frames.
 *
 * @param {import('playwright-core').Page} page
 */
export async function settle(page) {
  const hasVideo = page.url().includes('#/watch/');
  if (!hasVideo) await page.waitForLoadState('networkidle', { timeout: settleTimeoutMs });
  await page.waitForFunction(isSettled, undefined, { timeout: settleTimeoutMs }).catch(async () => {
    throw new Error(`${page.url()} does not settle: ${await page.evaluate(() => globalThis.unsettled)}`);
  });
}

/**
 * Whether the screen in a browser page no longer changes; if it does, the reason is left in the global variable
 * `unsettled`. Runs in the page.
 */
export function isSettled() {
  const isInWindow = (element) => {
    const { top, bottom, left, right, width } = element.getBoundingClientRect();
    return width > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const shown = (selector) => [...document.querySelectorAll(selector)].filter(isInWindow);
  const video =
    document.querySelector('video') ??
    document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
  globalThis.unsettled = [
    ...(document.querySelector('h1') === null && !video ? ['no heading'] : []),
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...shown('.sk, .spinner').map(({ className }) => className),
    ...shown('img')
      .filter(({ complete, src }) => !complete || src === '')
      .map(({ src }) => src),
    ...document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
      .map(({ effect }) => `animation of ${effect?.target?.className}`),
    ...(video &&
    video.error === null &&
    video.readyState < 2 &&
    document.querySelector('[role=alert]') === null
      ? ['video']
      : []),
  ];
  return globalThis.unsettled.length === 0;
}
