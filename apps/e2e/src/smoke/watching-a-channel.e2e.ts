import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, runProduct, untilPaused, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();
const unknownHost = 'No se encuentra el servidor de este video. Elige otro o avisa al administrador.';

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

async function openChannel(section: string, name: string): Promise<void> {
  const path = `/live-tv?categoria=${encodeURIComponent(section)}`;
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), path);
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Waits until the focused element of the page matches a CSS selector. */
const focusOn = async (selector: string) =>
  page.waitForFunction(
    (wanted) => document.activeElement?.matches(wanted) === true,
    selector,
    tenTimesASecond,
  );

/** The texts of those elements that are not wholly in the window, or that lie below the page's header. */
const cutOff = (selector: string) =>
  page.locator(selector).evaluateAll((elements) => {
    if (elements.length === 0) return ['nothing'];
    const top = document.querySelector('.watch__head h1')?.getBoundingClientRect().bottom ?? 0;
    const isWhole = (box: DOMRect): boolean =>
      box.top >= top && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    return elements.filter((each) => !isWhole(each.getBoundingClientRect())).map((each) => each.textContent);
  });

const hasPlayed = 'the video has played for a second';

/**
 * Waits until the video of the next document has played for a second, which that document says in its console. The page
 * itself is not queried, because a query by browser automation counts as user activation and would allow sound.
 */
async function waitForVideo(): Promise<{ played: Promise<unknown> }> {
  await page.addInitScript((message) => {
    const watch = ({ target }: Event): void => {
      const { played } = target as HTMLMediaElement;
      const ranges = [...Array(played.length).keys()];
      const seconds = ranges.reduce((sum, at) => sum + played.end(at) - played.start(at), 0);
      if (seconds < 1) return;
      removeEventListener('timeupdate', watch, true);
      // oxlint-disable-next-line no-console -- the test reads it
      console.info(message);
    };
    addEventListener('timeupdate', watch, true);
  }, hasPlayed);
  return { played: page.waitForEvent('console', (message) => message.text() === hasPlayed) };
}

describe('a viewer with a remote control', () => {
  it('pauses and plays, reaches every control and the back link with arrows and Enter', async () => {
    await openChannel('Noticias', 'Cénit 24');
    await page.locator('.zap a').first().waitFor();
    await watchFor(page, 1);
    await focusOn('media-controller');
    await page.keyboard.press('Enter');
    await untilPaused(page, true);
    await page.keyboard.press('Enter');
    await untilPaused(page, false);

    await page.keyboard.press('ArrowDown');
    await focusOn('.player__bar media-play-button');
    await page.keyboard.press('ArrowRight');
    await focusOn('[aria-label="Canal anterior"]');
    await page.keyboard.press('ArrowLeft');
    // On a busy machine the button offers to play for a moment after the video has begun to.
    await focusOn('.player__bar media-play-button[aria-label="pausar"]');
    await page.keyboard.press('Enter');
    await focusOn('[aria-label="reproducir"]');
    await untilPaused(page, true);
    await page.keyboard.press('Enter');
    await focusOn('[aria-label="pausar"]');
    await untilPaused(page, false);

    await page.keyboard.press('ArrowUp');
    await focusOn('[aria-label="Volver"]');
    await page.keyboard.press('ArrowDown');
    await focusOn('media-controller');
    await page.keyboard.press('ArrowRight');
    await focusOn('.zap a');
    await page.keyboard.press('ArrowLeft');
    await focusOn('media-controller');
    await page.keyboard.press('ArrowUp');
    await focusOn('[aria-label="Volver"]');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Noticias', pressed: true }).waitFor();
  });
});

describe('a viewer', () => {
  it('goes from a channel to the next, which plays, and back to the list of the category', async () => {
    await openChannel('Noticias', 'Cénit 24');
    await watchFor(page, 1);
    const first = page.url();
    const neighbours = page.getByRole('region', { name: 'Más en Noticias' });
    await neighbours.locator('[aria-current=true]', { hasText: 'Reproduciendo' }).waitFor();
    // Another journey may have imported channels into the category, which do not play here.
    const name = 'Faro Noticias';
    await neighbours.getByRole('link').filter({ hasText: name }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await watchFor(page, 1);
    expect(page.url()).not.toBe(first);
    expect(await page.title()).toBe(`${name} · Butaca`);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('button', { name: 'Noticias', pressed: true }).waitFor();
    expect(page.url()).toBe(`${productUrl}/#/live-tv?categoria=Noticias`);
  });

  it('reads that a channel does not respond, tries it again, and goes on to the next one of the search', async () => {
    const dead = await createChannel('Musa sin señal', 'http://nadie.test/x.m3u8');
    onTestFinished(dead.remove);
    await openSignedIn(
      page,
      productUrl,
      await readDemoAccount(dataDir, 'demo-premium'),
      '/live-tv?buscar=musa',
    );
    await page.getByRole('link', { name: /^Musa sin señal/ }).click();
    const silent = page.getByRole('heading', { name: 'Este canal no responde' });
    await silent.waitFor();
    await page.getByText(`Error al iniciar el reproductor: ${unknownHost}`).waitFor();
    const desktop = page.viewportSize() ?? { width: 0, height: 0 };
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(() => page.locator('.player').boundingBox()).toMatchObject({ width: 740, height: 360 });
    expect(await cutOff('.player__failure :is(.state__title, p, .btn)')).toEqual([]);
    await page.setViewportSize(desktop);
    await focusOn('.player__failure .btn--primary');
    await page.keyboard.press('ArrowRight');
    await focusOn('.player__failure .btn--primary + .btn');
    // The answer is held until the waiting player has been seen: the channel fails again at once.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/channels/id/*', async (route) => (await held, await route.continue()));
    await page.keyboard.press('Enter');
    await page.getByText('Cargando video...').waitFor();
    await focusOn('media-controller');
    release();
    await silent.waitFor();
    await page.getByText(`Error al reintentar: ${unknownHost}`).waitFor();
    const neighbours = page.getByRole('region', { name: 'Más en la búsqueda «musa»' });
    await neighbours.locator('[aria-current=true]', { hasText: 'No responde' }).waitFor();
    await focusOn('.player__failure .btn--primary');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Musa', level: 1, exact: true }).waitFor();
    await watchFor(page, 1);
    await neighbours.locator('[aria-current=true]', { hasText: 'Reproduciendo' }).waitFor();
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('link', { name: /^Musa sin señal.*No responde$/ }).waitFor();
  });

  it('sees a channel play muted without user activation, and turns the sound on', async () => {
    const { session, id } = await readSession();
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    }, session);
    const { played } = await waitForVideo();
    await page.goto(`${productUrl}/#/watch/channel/${id}`);
    await played;
    const sound = page.getByRole('button', { name: 'Activar sonido', exact: true });
    await sound.waitFor();
    await sound.click();
    await sound.waitFor({ state: 'detached' });
    await untilPaused(page, false);
    expect(
      await page.evaluate(
        () => document.querySelector('stream-video')?.shadowRoot?.querySelector('video')?.muted,
      ),
    ).toBe(false);
    await watchFor(page, 1);
  });
});

const device = 'DispositivoDeRecorridos000000000';

const call = productCaller(productUrl, device);

async function login(username: string): Promise<{ token: string; user: object }> {
  return openSession(productUrl, await readDemoAccount(dataDir, username), device);
}

async function createChannel(name: string, url: string): Promise<{ remove: () => Promise<void> }> {
  const { token } = await login('demo-admin');
  const { _id } = await call<{ _id: string }>('POST', '/api/channels/admin', { name, url }, token);
  return { remove: () => call('DELETE', `/api/channels/admin/${_id}`, undefined, token) };
}

/** Signs in, and returns the session as the browser stores it, with the id of a channel that plays. */
async function readSession(): Promise<{ session: Record<string, string>; id: string }> {
  const { token, user } = await login('demo-premium');
  const { channels } = await call<{ channels: { _id: string; name: string }[] }>(
    'GET',
    '/api/channels/list?section=Noticias',
    undefined,
    token,
  );
  const id = channels.find(({ name }) => name === 'Cénit 24')?._id ?? '';
  return {
    session: {
      token,
      user: JSON.stringify(user),
      deviceId: device,
    },
    id,
  };
}
