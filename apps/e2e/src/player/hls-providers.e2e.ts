import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startFakeUpstream, type FakeUpstream } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, productCaller, registerPerson } from '../../../../tools/product/people.mjs';
import type { ProductProcess } from '../../../../tools/product/process.d.mts';
import { sharedBrowser } from '../browser.ts';
import { computer, expectAccessible, openPage, recordFaults } from '../journey.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';
import { makeMedia, mediaSeconds } from './make-media.ts';

const windowSegments = 6;
const beganAtMs = Date.now();

let folder: string;
let media: string;
let upstream: FakeUpstream;
let product: ProductProcess;
let call: ReturnType<typeof productCaller>;
let token: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'butaca-hls-'));
  copyUsedDataFolder('bare', join(folder, 'data'));
  media = await makeMedia();
  upstream = await startFakeUpstream();
  upstream.serve('/', (request, response) => void serveChannel(request, response));
  product = await startProduct(join(folder, 'data'), {
    DEMO: 'false',
    UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8',
  });
  call = productCaller(product.url, 'DispositivoDeCanales000000000000');
  ({ token } = await openSession(product.url, administrator, 'DispositivoDeCanales000000000000'));
});
afterAll(async () => {
  await product.stop();
  await upstream[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

let refreshes = 0;
let missing: string[] = [];

/**
 * Serves a live channel in HLS at `/<habit>/index.m3u8`, with one habit of real providers: `query`: each refresh has
 * another query for every segment · `redirect`: each request for the playlist is redirected to another server · `gaps`:
 * one segment in four does not exist · `packed`: the playlist is compressed · `master`: a master playlist names the live one
 */
async function serveChannel(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', upstream.origin);
  const [, habit = '', server = '', name = server] = /^\/([^/]+)\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
  if (habit === 'redirect' && name === server) {
    refreshes += 1;
    response.writeHead(302, { location: `/redirect/server-${refreshes}/${name}${search}` }).end();
    return;
  }
  if (habit === 'master' && name === 'index.m3u8') {
    response.end('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=800000\nlive.m3u8\n');
    return;
  }
  if (name === 'index.m3u8' || name === 'live.m3u8') {
    refreshes += 1;
    const playlist = livePlaylist(habit === 'query' ? `?token=${refreshes}` : '');
    if (habit === 'packed') response.setHeader('content-encoding', 'gzip');
    response.end(habit === 'packed' ? gzipSync(playlist) : playlist);
    return;
  }
  const number = Number(name.replace('.ts', ''));
  if (habit === 'gaps' && number % 4 === 0) {
    missing.push(name);
    response.writeHead(404).end();
    return;
  }
  const segment = `0${number % mediaSeconds}.ts`;
  response.writeHead(200, { 'content-type': 'video/mp2t' });
  response.end(await readFile(join(media, 'vod', segment)));
}

/**
 * How many discontinuities are said to precede the channel, as by a provider that counts from the Unix epoch on. hls.js
 * copies a list of that length for each segment, which stops the page for good.
 */
const earlierDiscontinuities = 4_000_000_000;

/** A sliding window over the segments of the test film, which repeats forever, with a discontinuity each time. */
function livePlaylist(query: string): string {
  const first = Math.floor((Date.now() - beganAtMs) / 1000) + mediaSeconds;
  const lines = ['#EXTM3U', '#EXT-X-VERSION:3', '#EXT-X-TARGETDURATION:1', `#EXT-X-MEDIA-SEQUENCE:${first}`];
  const discontinuities = earlierDiscontinuities + Math.floor((first - 1) / mediaSeconds);
  lines.push(`#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuities}`);
  // hls.js requests the newest segment of a playlist again when it is missing, so the newest one always exists.
  const end = first + windowSegments + ((first + windowSegments - 1) % 4 === 0 ? 1 : 0);
  for (let number = first; number < end; number += 1) {
    if (number % mediaSeconds === 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push('#EXTINF:1.0,', `${number}.ts${query}`);
  }
  return lines.join('\n');
}

interface Viewer extends AsyncDisposable {
  page: Page;
  /** Uncaught errors of the page, and violations of its content security policy. */
  faults: string[];
}

/** Opens the watch page of a new channel at an address of the test's provider, for a person of its own. */
async function openChannel(habit: string): Promise<Viewer> {
  const url = `${upstream.origin}/${habit}/index.m3u8`;
  const channel = { name: `Canal ${habit}`, url, section: 'Pruebas', requiresPlan: ['gplay'] };
  const { _id } = await call<{ _id: string }>('POST', '/api/channels/admin', channel, token);
  const person = { username: `canal-${habit}`, password: 'clave larga de visitante' };
  await registerPerson(product.url, person);
  const context = await (await sharedBrowser()).newContext(computer);
  const page = await context.newPage();
  const faults: string[] = [];
  recordFaults(page, faults);
  await openSignedIn(page, product.url, person, `/watch/channel/${_id}`);
  return { page, faults, [Symbol.asyncDispose]: () => context.close() };
}

describe('an administrator of an empty product', () => {
  it('pastes the address of a list, mends it, chooses groups, and watches its first channel', async () => {
    const entry = (group: string, habit: string) =>
      `#EXTINF:-1 group-title="${group}",Canal de ${group}\n${upstream.origin}/${habit}/index.m3u8\n`;
    upstream.answer('/vieja.m3u', { status: 404 });
    upstream.answer('/lista.m3u', {
      body: `#EXTM3U\n${entry('Compras', 'shop')}${entry('Noticias', 'news')}`,
    });
    const page = await openPage(computer);
    const faults: string[] = [];
    recordFaults(page, faults);
    await openSignedIn(page, product.url, administrator);
    await page.getByRole('link', { name: 'Agregar tu lista' }).click();
    const address = page.getByLabel('Dirección o datos de tu proveedor');
    await address.fill(`${upstream.origin}/vieja.m3u`);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText(/^En esa dirección no hay ninguna lista\./).waitFor();
    await address.fill(`${upstream.origin}/lista.m3u`);
    await page.getByRole('button', { name: 'Comprobar' }).click();
    await page.getByRole('heading', { name: '2 canales' }).waitFor();
    await page.getByLabel('Compras').uncheck();
    await page.getByText('Vas a importar 1 canal.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Importar' }).click();
    const open = page.getByRole('link', { name: 'Abrir el primer canal' });
    await open.waitFor();
    await expectAccessible(page);
    await open.click();
    await page.getByRole('heading', { name: 'Canal de Noticias' }).waitFor();
    await watchFor(page, 2);
    const { channels } = await call<{ channels: { name: string }[] }>(
      'GET',
      '/api/channels/list',
      undefined,
      token,
    );
    expect(channels.map(({ name }) => name)).toEqual(['Canal de Noticias']);
    expect(faults).toEqual([]);
  });
});

// The tests run at once, because each of them mostly waits for a channel, which is as slow as real time.
describe.concurrent('a live channel in HLS whose provider', () => {
  it.each([
    ['changes the query of every segment at each refresh', 'query'],
    ['redirects each request for the playlist to another server', 'redirect'],
    ['compresses its playlist', 'packed'],
  ])('%s plays on through its refreshes', async (_habit, path) => {
    await using viewer = await openChannel(path);
    await watchFor(viewer.page, 8);
    expect(await viewer.page.getByRole('alert').count()).toBe(0);
    expect(viewer.faults).toEqual([]);
  });

  it('lacks one segment in four plays on after each gap, and retries no segment', async () => {
    missing = [];
    await using viewer = await openChannel('gaps');
    await watchFor(viewer.page, 8);
    expect(viewer.faults).toEqual([]);
    expect(missing.length).toBeGreaterThan(1);
    // A playlist that is refreshed while hls.js learns of a gap brings the segment as a new one, which hls.js requests
    // once more. If hls.js retried the failed request, it would request the segment seven times.
    for (const name of missing) {
      expect(missing.filter((other) => other === name).length).toBeLessThanOrEqual(2);
    }
  });

  it('has a master playlist costs one request before that for the first segment', async () => {
    await using viewer = await openChannel('master');
    await watchFor(viewer.page, 1);
    const asked: string[] = [];
    viewer.page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/(?:channels\/id|stream)\//.test(pathname)) asked.push(pathname.replace(/^.*\//, ''));
    });
    // Only the requests of the reloaded page are counted: until the reload the present page goes on requesting segments.
    viewer.page.once('framenavigated', () => asked.splice(0));
    await viewer.page.reload();
    await watchFor(viewer.page, 1);
    const [channel, ...streamed] = asked;
    expect(channel).not.toMatch(/\./);
    expect(streamed[0]).toMatch(/^b\d+\.ts$/);
    expect(viewer.faults).toEqual([]);
  });
});
