/*
 * Tests what a signed-in person sees when the home page opens: before the page's JavaScript has been loaded, and
 * afterwards.
 */
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { movingComputer, onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

/**
 * Records every skeleton (grey placeholder of a loading page) that is ever rendered. Runs in the page, before the
 * page's own scripts.
 */
function recordSkeletons(): void {
  const skeletons = '.page-skeleton, .home__waiting';
  const seen: string[] = [];
  Object.assign(window, { seenSkeletons: seen });
  new MutationObserver(() => {
    for (const { className } of document.querySelectorAll(skeletons)) seen.push(className);
  }).observe(document, { childList: true, subtree: true });
}

const seenSkeletons = (page: Page) => page.evaluate(() => Reflect.get(window, 'seenSkeletons') as string[]);

/**
 * Delays the page's requests to the matching URLs until the returned function is called, which asserts that a matching
 * request was made.
 */
async function hold(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(addresses, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    isHeld = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/**
 * `pageCode` matches the URL of the web client's main script, `homeCode` that of the script that only the home page
 * uses.
 */
const pageCode = /\/assets\/index-[^/]*\.js$/;
const homeCode = /\/assets\/home\.screen-[^/]*\.js$/;

/**
 * Lets the static shell stay until the screen can replace it with all its content: the page waits for that for half a second
 * only, which is over sooner on a busy machine.
 */
const letShellStay = (page: Page) =>
  page.addInitScript((shellTimeoutMs) => {
    const { setTimeout: start } = window;
    const startOthers = (run: TimerHandler, ms?: number, ...values: unknown[]): number =>
      ms === shellTimeoutMs ? 0 : start(run, ms, ...values);
    Object.assign(window, { setTimeout: startOthers });
  }, 500);

/** Waits until the page has received all preloaded files, and the data of the home page. */
async function awaitEarly(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=preload]');
      const wanted = [...links].map(({ href }) => href);
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const here = new Set(entries.filter(({ responseEnd }) => responseEnd > 0).map(({ name }) => name));
      return (
        wanted.length > 1 && [...wanted, `${location.origin}/api/home`].every((address) => here.has(address))
      );
    },
    undefined,
    tenTimesASecond,
  );
}

/** The position of an image on the page, and how the image is cropped. */
const frameOf = (page: Page, selector: string) =>
  page.locator(`${selector} img`).evaluate((image: HTMLImageElement) => {
    const { x, y, width, height } = image.getBoundingClientRect();
    const { objectFit, objectPosition } = getComputedStyle(image);
    return { src: image.src, x, y, width, height, objectFit, objectPosition };
  });

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
}, movingComputer);

describe('the home page on a later visit', () => {
  beforeEach(async () => {
    await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
    await page.addInitScript(recordSkeletons);
  });

  it.each([
    { on: 'a television', width: 1920, height: 1080 },
    { on: 'a computer', width: 1366, height: 768 },
    { on: 'a low window', width: 1024, height: 480 },
    { on: 'half a screen', width: 960, height: 1080 },
    { on: 'a tablet', width: 768, height: 1024 },
    { on: 'a phone', width: 360, height: 780 },
  ])('shows its image on $on before its code loads, and then does not move it', async ({ width, height }) => {
    await page.setViewportSize({ width, height });
    await letShellStay(page);
    const letCode = await hold(page, pageCode);
    await page.reload({ waitUntil: 'commit' });
    await page.locator('.shell__art img').waitFor();
    await awaitEarly(page);
    const early = await frameOf(page, '.shell__art');
    expect(await page.locator('.shell__title').isVisible()).toBe(false);
    await letCode();
    await page.getByRole('heading', { name: 'Inicio' }).waitFor({ state: 'attached' });
    expect(await frameOf(page, '.billboard__art')).toEqual(early);
    expect(await page.locator('.shell').count()).toBe(0);
    expect(await seenSkeletons(page)).toEqual([]);
  });

  it.each([
    { address: '#/peliculas', code: /\/assets\/movies\.screen-[^/]*\.js$/, heading: 'Películas' },
    { address: '#/live-tv', code: /\/assets\/live-tv\.screen-[^/]*\.js$/, heading: 'TV en Vivo' },
    { address: '#/watch/movie/falta', code: /\/assets\/watch\.screen-[^/]*\.js$/, heading: undefined },
  ])('requests the code of $address before its main code has loaded', async ({ address, code, heading }) => {
    const letCode = await hold(page, pageCode);
    await page.evaluate((hash) => history.replaceState(null, '', hash), address);
    const asked = page.waitForRequest(code);
    await page.reload({ waitUntil: 'commit' });
    await asked;
    await letCode();
    if (heading !== undefined) await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  });

  it('opens with a poster when its image does not load', async () => {
    await page.route('**/api/images/backdrop/**', (route) => route.abort());
    await page.reload();
    await page
      .getByRole('region', { name: 'Destacado', exact: true })
      .getByRole('button', { name: 'Reproducir' })
      .waitFor();
    await page.locator('.billboard__art > .billboard__poster').waitFor();
    await page.locator('.billboard__art img[src*="/backdrop/"]').waitFor({ state: 'detached' });
  });

  it('shows its content while its image is still loading', async () => {
    const letCode = await hold(page, pageCode);
    const letImage = await hold(page, /\/api\/images\/backdrop\//);
    await page.reload({ waitUntil: 'commit' });
    await awaitEarly(page);
    await letCode();
    await page
      .getByRole('region', { name: 'Destacado', exact: true })
      .getByRole('button', { name: 'Reproducir' })
      .waitFor();
    await letImage();
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.billboard__art img')?.naturalWidth ?? 0) > 0,
    );
  });

  it.each([
    { what: 'answer', held: /\/api\/home$/, waiting: '.home__waiting' },
    { what: 'code', held: homeCode, waiting: '.page-skeleton' },
  ])(
    'shows a placeholder while its $what is loading, and the person can go elsewhere',
    async ({ held, waiting }) => {
      const letGo = await hold(page, held);
      await page.reload({ waitUntil: 'commit' });
      await page.locator(waiting).waitFor({ state: 'attached' });
      await letGo();
      await page.getByRole('region', { name: 'Destacado', exact: true }).waitFor();

      const letLater = await hold(page, held);
      await page.reload({ waitUntil: 'commit' });
      await page.locator(waiting).waitFor({ state: 'attached' });
      const navigation = page.getByRole('navigation', { name: 'Principal' });
      await navigation.getByRole('link', { name: 'TV en Vivo' }).click();
      await page.getByRole('heading', { name: 'TV en Vivo' }).waitFor();
      await letLater();
      await navigation.getByRole('link', { name: 'Inicio' }).click();
      await page.getByRole('region', { name: 'Destacado', exact: true }).waitFor();
    },
  );

  it('leads to the login when the session has ended', async () => {
    await page.evaluate(() => localStorage.setItem('token', 'ya-no-vale'));
    await page.reload();
    await page.getByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.').waitFor();
  });
});
