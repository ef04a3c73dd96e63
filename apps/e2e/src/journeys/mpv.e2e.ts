import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { productCaller } from '../../../../tools/product/people.mjs';
import { addPerson } from '../add-person.ts';
import { computer, openPage } from '../journey.ts';
import { hasMpv, openMpvShell, type MpvShell } from '../mpv-shell.ts';
import { openSignedIn, runProduct } from '../product.ts';

const product = runProduct();
const { url: productUrl } = product;

interface Video {
  _id: string;
  title: string;
  seasons?: { chapters: { _id: string; title: string }[] }[];
}

let page: Page;
let mpv: MpvShell;
let call: <T>(method: string, path: string, body?: object) => Promise<T>;

beforeEach(async () => {
  page = await openPage(computer);
  mpv = await openMpvShell(page);
  const account = await addPerson(product, 'premium');
  const deviceId = randomBytes(16).toString('hex');
  await openSignedIn(page, productUrl, account, '/', deviceId);
  const token = await page.evaluate(() => {
    localStorage.setItem('butaca_player', 'mpv');
    return localStorage.getItem('token') ?? '';
  });
  const asPerson = productCaller(productUrl, deviceId);
  call = (method, path, body) => asPerson(method, path, body, token);
});
afterEach(() => mpv[Symbol.asyncDispose]());

const loads = () => mpv.commands().filter(([name]) => name === 'loadfile');
const plays = (seconds: number) => expect.poll(() => mpv.positionSeconds()).toBeGreaterThan(seconds);

async function find(tipo: string): Promise<Video> {
  const { videos } = await call<{ videos: Video[] }>('GET', `/api/videos?tipo=${tipo}&page=1&limit=20`);
  const [first] = videos;
  if (first === undefined) throw new Error(`the demo has no ${tipo}`);
  return first;
}

describe.skipIf(!hasMpv)('the page in the desktop shell, with mpv', () => {
  it('plays a film from the saved position, saves how far mpv comes, and stops it on leaving', async () => {
    const film = await find('pelicula');
    const position = { lastTime: 12, progress: 0.1, completed: false, lastChapter: null, lastSeason: null };
    await call('PUT', `/api/videos/${film._id}/progress`, position);
    await page.goto(`${productUrl}/#/watch/movie/${film._id}`);
    await plays(13);
    expect(loads()).toHaveLength(1);
    expect(loads()[0]?.at(-1)).toMatchObject({ start: '12.000', 'force-media-title': film.title });
    await page.getByText('Se reproduce en mpv').waitFor();
    // mpv tells its position to the page, which on a busy machine hears it later than the test.
    await page.waitForFunction(
      () => (document.querySelector<HTMLVideoElement>('output-video')?.currentTime ?? 0) > 13,
    );
    await page.evaluate(() => history.back());
    await expect.poll(() => mpv.isIdle()).toBe(true);
    await expect
      .poll(
        async () =>
          (await call<{ watchProgress: { lastTime: number } }>('GET', `/api/videos/${film._id}/progress`))
            .watchProgress.lastTime,
      )
      .toBeGreaterThan(12.5);
  });

  it('plays the chapter that the person chooses next, after the other one was closed', async () => {
    const { _id } = await find('serie');
    const series = await call<Video>('GET', `/api/videos/${_id}`);
    await page.goto(`${productUrl}/#/watch/serie/${_id}`);
    await plays(0);
    const [first, second] = series.seasons?.[0]?.chapters ?? [];
    await page.getByRole('button', { name: /^2\. / }).click();
    await expect.poll(() => loads().length).toBe(2);
    expect(loads().map((load) => (load.at(-1) as Record<string, string>)['force-media-title'])).toEqual([
      first?.title,
      second?.title,
    ]);
    const order = mpv.commands().map(([name]) => name);
    expect(order.slice(order.indexOf('loadfile') + 1, order.lastIndexOf('loadfile'))).toContain('stop');
    await expect.poll(() => mpv.isIdle()).toBe(false);
  });

  it('stops mpv when the session of the device is ended from elsewhere', async () => {
    const film = await find('pelicula');
    await page.goto(`${productUrl}/#/watch/movie/${film._id}`);
    await plays(0);
    await call('POST', '/api/auth/logout', { allDevices: false });
    await page.getByLabel('Usuario').waitFor();
    await expect.poll(() => mpv.isIdle()).toBe(true);
  });
});
