/*
 * The home page opens while its code is still coming: what is seen before and after the code has come.
 */
import type { Page, Route } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { onEachJourney } from '../journey.ts';
import { readDemoAccount, runProduct, signIn } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();

/** Runs in the page, from its beginning: notes whatever of these has ever been there. */
function noteSkeletons(): void {
  const skeletons = '.page-skeleton, .home__waiting';
  const seen: string[] = [];
  Object.assign(window, { seenSkeletons: seen });
  new MutationObserver(() => {
    for (const { className } of document.querySelectorAll(skeletons)) seen.push(className);
  }).observe(document, { childList: true, subtree: true });
}

const seenSkeletons = (page: Page) => page.evaluate(() => Reflect.get(window, 'seenSkeletons') as string[]);

/** Keeps back what is asked for at these addresses, until it is let go; by then something has been asked for. */
async function hold(page: Page, addresses: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(addresses, (route) => (isHeld ? void held.push(route) : route.continue()));
  return async () => {
    isHeld = false;
    expect(held).not.toEqual([]);
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** The code of the page, and of the home page alone. */
const pageCode = /\/assets\/index-[^/]*\.js$/;
const homeCode = /\/assets\/home\.screen-[^/]*\.js$/;

/** Whatever was asked for early is here, but for the picture. */
async function awaitEarly(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=preload]');
    const wanted = [...links].map(({ href }) => href);
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const here = new Set(entries.filter(({ responseEnd }) => responseEnd > 0).map(({ name }) => name));
    return (
      wanted.length > 1 && [...wanted, `${location.origin}/api/home`].every((address) => here.has(address))
    );
  });
}

/** Where a picture stands, and which part of it is seen. */
const frameOf = (page: Page, selector: string) =>
  page.locator(`${selector} img`).evaluate((image: HTMLImageElement) => {
    const { x, y, width, height } = image.getBoundingClientRect();
    const { objectFit, objectPosition } = getComputedStyle(image);
    return { src: image.src, x, y, width, height, objectFit, objectPosition };
  });

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

describe('the home page of who comes back', () => {
  beforeEach(async () => {
    await signIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'));
    await page.addInitScript(noteSkeletons);
  });

  it.each([
    { on: 'a television', width: 1920, height: 1080 },
    { on: 'a computer', width: 1366, height: 768 },
    { on: 'a low window', width: 1024, height: 480 },
    { on: 'half a screen', width: 960, height: 1080 },
    { on: 'a tablet', width: 768, height: 1024 },
    { on: 'a phone', width: 360, height: 780 },
  ])('has its picture on $on before its code, and keeps it where it is', async ({ width, height }) => {
    await page.setViewportSize({ width, height });
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

  it('opens without its picture where that does not come', async () => {
    await page.route('**/api/images/backdrop/**', (route) => route.abort());
    await page.reload();
    await page
      .getByRole('region', { name: 'Destacado', exact: true })
      .getByRole('button', { name: 'Reproducir' })
      .waitFor();
    await page.locator('.billboard__art img').waitFor({ state: 'detached' });
  });

  it('shows what it has while its picture takes its time', async () => {
    const letCode = await hold(page, pageCode);
    const letPicture = await hold(page, /\/api\/images\/backdrop\//);
    await page.reload({ waitUntil: 'commit' });
    await awaitEarly(page);
    await letCode();
    await page
      .getByRole('region', { name: 'Destacado', exact: true })
      .getByRole('button', { name: 'Reproducir' })
      .waitFor();
    expect(await seenSkeletons(page)).toEqual([]);
    await letPicture();
    await page.waitForFunction(
      () => (document.querySelector<HTMLImageElement>('.billboard__art img')?.naturalWidth ?? 0) > 0,
    );
  });

  it.each([
    { what: 'answer', held: /\/api\/home$/, waiting: '.home__waiting' },
    { what: 'code', held: homeCode, waiting: '.page-skeleton' },
  ])('is there to wait in, and to leave, while its $what takes its time', async ({ held, waiting }) => {
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
  });

  it('leads to the login where the session has ended meanwhile', async () => {
    await page.evaluate(() => localStorage.setItem('token', 'ya-no-vale'));
    await page.reload();
    await page.getByText('Tu sesión ha expirado. Por favor, inicia sesión de nuevo.').waitFor();
  });
});
