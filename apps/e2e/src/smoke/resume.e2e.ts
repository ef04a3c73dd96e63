import { randomBytes } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { readDemoAccount } from '../../../../tools/product/people.mjs';
import { newContext, recordFaults } from '../journey.ts';
import { tenTimesASecond } from '../polling.ts';
import { openSignedIn, pauseVideo, runProduct, watchFor, whereItBegan } from '../product.ts';
import { untilSaid } from '../said.ts';

const { url: productUrl, dataDir } = runProduct();

const contexts: BrowserContext[] = [];
const faults: string[] = [];
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  expect(faults.splice(0)).toEqual([]);
});

/** Opens a page, by default the home page, signed in with a demo account on a new device. */
async function openDevice(username: string, path = '/'): Promise<Page> {
  const context = await newContext();
  contexts.push(context);
  const page = await newPage(context);
  const account = await readDemoAccount(dataDir, username);
  await openSignedIn(page, productUrl, account, path, randomBytes(16).toString('hex'));
  return page;
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  recordFaults(page, faults);
  return page;
}

/** Opens a film from the list of films, on a new device. */
async function openFilm(username: string, name: string, section: RegExp): Promise<Page> {
  const page = await openDevice(username, '/peliculas');
  await page.getByRole('link', { name: section }).click();
  await page.getByPlaceholder('Buscar películas...').fill(name);
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return page;
}

const heading = async (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

/** Seeks in the video, as dragging the player's scrub bar does. */
const seekTo = async (page: Page, seconds: number) =>
  page.evaluate((to) => {
    const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
    if (video) video.currentTime = to;
  }, seconds);

/** Waits until the video has played past a position in seconds, and returns the position at that moment, in seconds. */
async function playsPast(page: Page, seconds: number): Promise<number> {
  const handle = await page.waitForFunction(
    (wanted) => {
      const video = document.querySelector('stream-video')?.shadowRoot?.querySelector('video');
      return video && !video.paused && !video.seeking && video.currentTime > wanted
        ? video.currentTime
        : null;
    },
    seconds,
    { timeout: 45_000, ...tenTimesASecond },
  );
  return Number(await handle.jsonValue());
}

const lengthOf = async (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector('stream-video')?.duration ?? 0);

describe('a viewer who leaves a film', () => {
  it('resumes it by «Continuar Viendo» at that position, also after closing the page', async () => {
    const page = await openFilm('demo-premium', 'Nosferatu', /POR GÉNEROS/);
    await watchFor(page, 1);
    await seekTo(page, 50);
    await playsPast(page, 52);
    const left = await pauseVideo(page);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.goto(`${productUrl}/#/`);
    await heading(page, 'Continuar Viendo');
    await page.getByRole('link', { name: /^Nosferatu, 4\d% visto/ }).click();
    await heading(page, 'Nosferatu');
    expect(Math.abs((await whereItBegan(page)) - left)).toBeLessThan(5);

    await seekTo(page, left + 20);
    const closedAt = await playsPast(page, left + 21);
    await page.close();
    const again = await newPage(page.context());
    await again.goto(`${productUrl}/#/`);
    await again.getByRole('link', { name: /^Nosferatu, \d+% visto/ }).click();
    await heading(again, 'Nosferatu');
    // The film played on until the page was closed.
    expect(await whereItBegan(again)).toBeGreaterThan(closedAt - 5);
    // The button is offered for the first fifteen seconds of what is played.
    await pauseVideo(again);
    await again.getByRole('button', { name: 'Ver desde el principio' }).click();
    expect(await playsPast(again, 0)).toBeLessThan(10);
  });
});

describe('a viewer of a series', () => {
  it('sees the next chapter announced, then playing, and the progress of each chapter', async () => {
    const page = await openDevice('demo-premium');
    await page.getByRole('region', { name: 'Destacado' }).getByRole('button', { name: 'Reproducir' }).click();
    // The test opens the series' first chapter by its button, because another test with the same demo account may have
    // watched part of the series.
    await page.getByRole('button', { name: /^1\. La farera/ }).click();
    await page.getByText('T1 E1: La farera').waitFor();
    await watchFor(page, 1);
    await seekTo(page, (await lengthOf(page)) - 6);
    await untilSaid(page, /Siguiente capítulo en \d+ s/);
    await page.getByText('T1 E2: La llamada de las 3:12').first().waitFor();
    await page.getByRole('button', { name: /^1\. La farera.*100% visto/ }).waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /^2\. La llamada.*Reproduciendo/ }).waitFor();
    expect(await whereItBegan(page)).toBeLessThan(20);

    await page.locator('media-controller').focus();
    await seekTo(page, (await lengthOf(page)) - 25);
    await page.getByText(/^Siguiente capítulo en \d+ s$/).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Ver ahora');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText(/^Siguiente capítulo en/).waitFor({ state: 'detached' });
  });
});

describe('a person whose plan allows one device and who plays on two', () => {
  it('is refused on the second, stops the first from there, and the first shows a message', async () => {
    const first = await openFilm('demo-gplay', 'Nosferatu', /POR GÉNEROS/);
    await watchFor(first, 2);
    const second = await openFilm('demo-gplay', 'Nosferatu', /POR GÉNEROS/);
    await heading(
      second,
      'Tu plan no permite más reproducciones a la vez. Detén una en otro dispositivo para ver aquí.',
    );
    const devices = second.getByRole('list', { name: 'Dispositivos que están reproduciendo' });
    await devices.getByText('Nosferatu').waitFor();
    expect(await second.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);
    await devices.getByRole('button', { name: /^Detener/ }).click();
    await watchFor(second, 2);
    await heading(first, 'La reproducción se detuvo desde otro de tus dispositivos.');
    await first.getByRole('button', { name: 'Ver aquí' }).click();
    await first.getByRole('list', { name: 'Dispositivos que están reproduciendo' }).waitFor();
  });
});

describe('a person whose plan does not open a film', () => {
  it('watches it with the daily trial, and sees how much of the trial is left', async () => {
    const page = await openDevice('demo-estandar');
    await page
      .getByRole('link', { name: /^Kilómetro cero/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Usar Prueba Gratuita' }).click();
    await watchFor(page, 2);
    await page.getByText(/^Prueba gratuita: quedan 1\d min$/).waitFor();
  });
});
