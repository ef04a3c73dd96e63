import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSession, productCaller } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { addPerson } from '../add-person.ts';
import { letControlsStay, openSignedIn, runProduct, watchFor } from '../product.ts';

const product = runProduct();
const { url: productUrl } = product;

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

/**
 * Gives the browser a television in reach, which Chromium without a screen never has. The element's own functions stay:
 * `prompt` takes the place of the list of televisions, and the test reads with the product's address what a television
 * would.
 */
const giveTelevision = (): void => {
  class Remote extends EventTarget {
    state = 'disconnected';
    readonly media: HTMLMediaElement;
    constructor(media: HTMLMediaElement) {
      super();
      this.media = media;
    }
    async watchAvailability(tell: (isInReach: boolean) => void): Promise<number> {
      tell(true);
      return 1;
    }
    async prompt(): Promise<void> {
      if ((window as { isListClosed?: boolean }).isListClosed === true)
        throw new DOMException('', 'NotAllowedError');
      // The element of a browser that casts loads nothing more: the television does. What it had begun to load for its
      // metadata could still fail, and its position would be lost.
      const { media } = this;
      Object.defineProperty(media, 'currentTime', { value: media.currentTime, writable: true });
      media.play = () => Promise.resolve();
      media.removeAttribute('src');
      media.load();
      this.state = 'connected';
      this.dispatchEvent(new Event('connect'));
    }
  }
  const remotes = new WeakMap<HTMLMediaElement, Remote>();
  Object.defineProperty(HTMLMediaElement.prototype, 'remote', {
    get(this: HTMLMediaElement) {
      const remote = remotes.get(this) ?? new Remote(this);
      remotes.set(this, remote);
      if (!this.isConnected && this.getAttribute('preload') === 'metadata') {
        const shown = window as { castTo?: HTMLMediaElement; castSrc?: string };
        shown.castTo = this;
        shown.castSrc = this.src || shown.castSrc || '';
      }
      return remote;
    },
  });
};

const readCast = () =>
  page.evaluate(() => {
    const { castTo, castSrc = '' } = window as { castTo?: HTMLMediaElement; castSrc?: string };
    return { src: castSrc, seconds: castTo?.currentTime ?? 0 };
  });

/** Opens a film of the demo in a browser that has a television in reach. */
async function openFilm(deviceId: string): Promise<void> {
  await page.addInitScript(giveTelevision);
  const account = await addPerson(product, 'premium');
  const device = `Transmite${'0'.repeat(23)}`;
  const call = productCaller(productUrl, device);
  const { token } = await openSession(productUrl, account, device);
  const { videos } = await call<{ videos: { _id: string }[] }>(
    'GET',
    '/api/videos?tipo=pelicula',
    undefined,
    token,
  );
  await openSignedIn(page, productUrl, account, `/watch/movie/${videos[0]?._id}`, deviceId);
  await watchFor(page, 2);
  await letControlsStay(page);
}

it('closing the list of televisions leaves the film in the page, with its stream', async () => {
  const streams: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/stream/')) streams.push(request.url());
  });
  await openFilm(`Transmite${'2'.repeat(23)}`);
  const [own = ''] = streams;
  await page.evaluate(() => Object.assign(window, { isListClosed: true }));
  await page.locator('media-controller').hover();
  const button = page.getByRole('button', { name: 'Ver en el televisor' });
  await button.click();
  // The browser has read the address for the television by itself, as far as it needs to know what it is.
  await expect.poll(async () => streams.includes((await readCast()).src)).toBe(true);
  await expect.poll(() => button.isEnabled()).toBe(true);
  expect(await page.getByRole('heading', { name: 'Se ve en el televisor' }).count()).toBe(0);
  const statusOf = (address: string) =>
    page.evaluate(async (url) => (await fetch(url, { cache: 'no-store' })).status, address);
  expect(await statusOf(own)).toBe(200);
  await watchFor(page, 3);
});

it('a film goes to the television with an address of its own, and comes back to the page', async () => {
  await openFilm(`Transmite${'1'.repeat(23)}`);
  await page.locator('media-controller').hover();
  await page.getByRole('button', { name: 'Ver en el televisor' }).click();
  await page.getByRole('heading', { name: 'Se ve en el televisor' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ver aquí');

  const { src } = await readCast();
  expect(new URL(src).pathname).toMatch(/^\/api\/stream\//);
  const answer = await fetch(src);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const list = await answer.text();
  expect(list).toContain('#EXTM3U');
  // The page has let the stream go: nothing plays beside the television.
  expect(await page.evaluate(() => document.querySelector('stream-video')?.getAttribute('src') ?? '')).toBe(
    '',
  );

  // The server knows by whole seconds which of the two has asked last.
  const askedAt = Math.floor(Date.now() / 1_000);
  await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(askedAt);
  await page.getByRole('button', { name: 'Ver aquí' }).click();
  await page.getByRole('heading', { name: 'Se ve en el televisor' }).waitFor({ state: 'detached' });
  await watchFor(page, 1);
});
