import type { Page, Request } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSession, productCaller, readDemoAccount } from '../../../../tools/product/people.mjs';
import { onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor, whereItBegan } from '../product.ts';
import { administrator } from '../start-product.ts';

const { url: productUrl, dataDir } = runProduct();

/** The body of a request that saves a playback position. */
interface SavedPosition {
  lastTime: number;
  restart?: boolean;
}

let page: Page;
let api: <T>(method: string, path: string, body?: object) => Promise<T>;
onEachJourney(async (opened) => {
  page = opened;
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-cinefilo'));
  const [deviceId, token] = await page.evaluate(() =>
    ['deviceId', 'token'].map((key) => localStorage.getItem(key) ?? ''),
  );
  const call = productCaller(productUrl, deviceId ?? '');
  api = (method, path, body) => call(method, path, body, token);
});

/** Finds the film «Nosferatu» of the demo, which is a little more than two minutes long. */
async function findFilm(): Promise<string> {
  const { videos } = await api<{ videos: { _id: string; title: string }[] }>(
    'GET',
    '/api/videos?search=Nosferatu&tipo=pelicula',
  );
  const film = videos.find(({ title }) => title === 'Nosferatu');
  if (film === undefined) throw new Error('the demo has no film Nosferatu');
  return film._id;
}

/** Adds a film whose source refuses every connection, as an administrator does; it is deleted after the test. */
async function addDeadFilm(file: string): Promise<string> {
  const { token, deviceId } = await openSession(productUrl, administrator);
  const call = productCaller(productUrl, deviceId);
  const film = { title: `Sin fuente: ${file}`, tipo: 'pelicula', url: `http://127.0.0.1:1/${file}` };
  const { _id: id } = await call<{ _id: string }>('POST', '/api/videos', film, token);
  onTestFinished(async () => {
    await call('DELETE', `/api/videos/${id}`, undefined, token);
  });
  return id;
}

/** Puts a position of the person into the server, as another device would save it. */
const putPosition = async (id: string, body: object) =>
  api('PUT', `/api/videos/${id}/progress`, { restart: true, ...body });

const readPosition = async (id: string) => {
  const { watchProgress } = await api<{ watchProgress: { lastTime: number; completed: boolean } | null }>(
    'GET',
    `/api/videos/${id}/progress`,
  );
  return watchProgress;
};

const openFilm = async (id: string) => page.goto(`${productUrl}/#/watch/movie/${id}`);

/** Seeks as a click on the player's scrub bar does; the browser fires the events of the seek. */
const seekTo = async (seconds: number) =>
  page.evaluate((to) => {
    const host = document.querySelector('stream-video');
    if (host) host.currentTime = to;
  }, seconds);

const isSave = (request: Request): boolean =>
  request.method() === 'PUT' && request.url().endsWith('/progress');
const bodyOf = (request: Request) => request.postDataJSON() as SavedPosition;

describe('the position of a film in a browser', () => {
  it('is saved at once after a seek of more than ten seconds, while the film goes on playing', async () => {
    const id = await findFilm();
    await putPosition(id, { lastTime: 0 });
    await openFilm(id);
    await watchFor(page, 2);
    const saving = page.waitForRequest((request) => isSave(request) && bodyOf(request).lastTime >= 60);
    await seekTo(60);
    // The next save by the clock would be of a position after the seventieth second.
    expect(bodyOf(await saving).lastTime).toBeLessThan(70);
    expect(await page.evaluate(() => document.querySelector('stream-video')?.paused)).toBe(false);
  });

  it('is saved after a rewind to the beginning soon after the film was resumed', async () => {
    const id = await findFilm();
    await putPosition(id, { lastTime: 91, duration: 130, progress: 0.7 });
    await openFilm(id);
    expect(await whereItBegan(page)).toBeGreaterThanOrEqual(90);
    const saving = page.waitForRequest((request) => isSave(request) && bodyOf(request).lastTime < 10);
    await seekTo(4);
    expect(bodyOf(await saving).restart).toBe(true);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await expect.poll(async () => (await readPosition(id))?.lastTime).toBeLessThan(90);
  });

  it.each(['pelicula.mp4', 'pelicula.m3u8', 'pelicula.mkv'])(
    'stays as it was when the film never plays, because the source %s does not answer',
    async (file) => {
      const id = await addDeadFilm(file);
      await putPosition(id, { lastTime: 130, duration: 130, progress: 1, completed: true });
      const before = await readPosition(id);
      const saves: SavedPosition[] = [];
      page.on('request', (request) => {
        if (isSave(request)) saves.push(bodyOf(request));
      });
      await openFilm(id);
      await page.getByRole('button', { name: 'Reintentar' }).waitFor({ timeout: 45_000 });
      await page.getByRole('button', { name: 'Volver' }).first().click();
      await page.getByRole('navigation', { name: 'Principal' }).waitFor();
      expect(saves).toEqual([]);
      expect(await readPosition(id)).toEqual(before);
    },
  );
});
