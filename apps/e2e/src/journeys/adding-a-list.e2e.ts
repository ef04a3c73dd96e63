import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFakeListProvider } from '@butaca/testing';
import type { Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, watchFor } from '../product.ts';
import { administrator, startProduct } from '../start-product.ts';
import { copyUsedDataFolder } from '../used-data-folder.ts';

let page: Page;
onEachJourney((fresh) => {
  page = fresh;
});

const media = fileURLToPath(new URL('../../../../demo/media/channels/cancha/720p', import.meta.url));
const segmentSeconds = 4;
const segmentCount = 10;

/** Serves a live HLS channel that repeats the segments of a channel of the demo. */
function serveChannel(request: IncomingMessage, response: ServerResponse): void {
  const file = basename(request.url ?? '');
  const number = /^(\d+)\.ts$/.exec(file)?.[1];
  if (number !== undefined) {
    const name = `seg-${String(Number(number) % segmentCount).padStart(3, '0')}.ts`;
    void readFile(join(media, name)).then((bytes) =>
      response.writeHead(200, { 'content-type': 'video/mp2t' }).end(bytes),
    );
    return;
  }
  const first = Math.floor(performance.now() / 1_000 / segmentSeconds);
  const segments = Array.from({ length: 6 }, (_segment, index) => first + index).map(
    (index) =>
      `${index % segmentCount === 0 ? '#EXT-X-DISCONTINUITY\n' : ''}#EXTINF:${segmentSeconds},\n${index}.ts\n`,
  );
  const head = `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:${segmentSeconds}\n#EXT-X-MEDIA-SEQUENCE:${first}\n`;
  response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' }).end(head + segments.join(''));
}

it('an administrator of an empty product pastes what a provider has sent, imports it, and watches its first channel', async () => {
  const provider = await startFakeListProvider(['Canal Uno', 'Canal Dos']);
  onTestFinished(() => provider[Symbol.asyncDispose]());
  provider.upstream.serve('/live/', serveChannel);
  const dataDir = await mkdtemp(join(tmpdir(), 'butaca-list-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  copyUsedDataFolder('bare', dataDir);
  const product = await startProduct(dataDir, { DEMO: 'false', UPSTREAM_ALLOW_PRIVATE: '127.0.0.0/8' });
  onTestFinished(() => product.stop().then(() => undefined));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSignedIn(page, product.url, administrator, '/admin?tab=add_list');

  await page.getByLabel('Dirección o datos de tu proveedor').click();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `¡Bienvenida!\nTu lista: ${provider.address}\nVence: 2027`,
  );
  await page.keyboard.press('Control+V');
  await page.getByRole('button', { name: 'Comprobar' }).click();
  await page.getByRole('heading', { name: '2 canales' }).waitFor();
  // The fake provider answers no calls of accounts, so the product has read its list.
  await page.getByText('Tu proveedor no responde como cuenta Xtream').waitFor();
  await page.getByRole('list', { name: 'Grupos de la lista' }).getByText('Canal Uno · Canal Dos').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Importar' }).click();
  await page.getByRole('link', { name: 'Abrir el primer canal' }).click();
  await page.getByRole('heading', { name: 'Canal Uno', level: 1 }).waitFor();
  expect((await watchFor(page, 1)).widthPx).toBe(1280);
  expect(provider.upstream.seen.some(({ path }) => path === '/live/ana/s3cr3t0/Canal%20Uno.m3u8')).toBe(true);

  await page.goto(`${product.url}/#/admin?tab=providers`);
  const row = page.getByRole('table', { name: 'Proveedores' }).getByRole('row').last();
  await row.getByText('Lista M3U de una cuenta, sin Xtream').waitFor();
  await row.getByText('2 direcciones de canal').waitFor();
  expect(await page.content()).not.toContain('s3cr3t0');
  await expectAccessible(page);
});
