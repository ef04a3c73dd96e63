import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openSession,
  productCaller,
  readDemoAccount,
  sessionHeaders,
} from '../../../../tools/product/people.mjs';
import { expectAccessible, onEachJourney } from '../journey.ts';
import { openSignedIn, runProduct, watchFor } from '../product.ts';

const { url: productUrl, dataDir } = runProduct();
const device = 'DispositivoDeGuia000000000000000';
const call = productCaller(productUrl, device);

let page: Page;
onEachJourney(async (fresh) => {
  page = fresh;
  await openSignedIn(page, productUrl, await readDemoAccount(dataDir, 'demo-premium'), '/live-tv');
});

const minuteMs = 60_000;
const atMinute = (minutes: number): string =>
  new Date(Date.now() + minutes * minuteMs).toISOString().replaceAll(/[-:T]|\.\d+Z/g, '');
const programme = (channel: string, title: string, from: number, to: number): string =>
  `<programme start="${atMinute(from)} +0000" stop="${atMinute(to)} +0000" channel="${channel}"><title>${title}</title>` +
  `<desc>De ${title}.</desc><category>Noticias</category></programme>`;

/** A guide of two channels; the test decides which of the demo's channels they are. */
const makeGuide = (): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?><tv>',
    '<channel id="c1"><display-name>Cénit 24</display-name></channel>',
    '<channel id="c2"><display-name>Área Chica</display-name></channel>',
    programme('c1', 'Informativo', -60, 120),
    programme('c1', 'Debate', 120, 240),
    programme('c2', 'Liga', -30, 150),
    programme('c2', 'Resumen', 150, 300),
    '</tv>',
  ].join('\n');

interface Sources {
  sources: { _id: string; state: string; error: string | null; channels: number; linkedChannels: number }[];
}

let token = '';
let sourceId = '';
beforeAll(async () => {
  const session = await openSession(productUrl, await readDemoAccount(dataDir, 'demo-admin'), device);
  ({ token } = session);
  const body = new FormData();
  body.set('name', 'Guía del recorrido');
  body.set('file', new Blob([makeGuide()]), 'guia.xml');
  const answer = await fetch(`${productUrl}/api/admin/guide/files`, {
    method: 'POST',
    headers: sessionHeaders({ token, deviceId: device }),
    body,
  });
  expect(answer.ok).toBe(true);
  sourceId = ((await answer.json()) as { _id: string })._id;
  const readSources = () => call<Sources>('GET', '/api/admin/guide/sources', undefined, token);
  await vi.waitFor(
    async () => {
      const found = (await readSources()).sources.find(({ _id }) => _id === sourceId);
      expect(found).toMatchObject({ state: 'idle', error: null, channels: 2 });
    },
    { timeout: 60_000 },
  );
  const { channels } = await call<{ channels: { _id: string; name: string }[] }>(
    'GET',
    '/api/channels/list',
    undefined,
    token,
  );
  for (const [name, guideId] of [
    ['Cénit 24', 'c1'],
    ['Área Chica', 'c2'],
  ] as const) {
    const id = channels.find((channel) => channel.name === name)?._id;
    await call('PUT', `/api/admin/guide/matches/${id}`, { sourceId, guideId }, token);
  }
  // The other channels have the guide of the demo.
  await vi.waitFor(
    async () => {
      const found = (await readSources()).sources.find(({ _id }) => _id === sourceId);
      expect(found).toMatchObject({ linkedChannels: 2 });
    },
    { timeout: 60_000 },
  );
});
afterAll(async () => {
  await call('DELETE', `/api/admin/guide/sources/${sourceId}`, undefined, token);
});

const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label')?.split(',')[0]);

describe('the guide', () => {
  it('says on tiles what is on, moves by arrow keys, and leads from a programme to its channel', async () => {
    await page
      .getByRole('link', { name: /^Cénit 24/ })
      .getByText('Informativo')
      .waitFor();
    await page.getByRole('button', { name: 'Guía' }).click();
    const cell = page.getByRole('gridcell', { name: /^Informativo.*ahora$/ });
    await cell.waitFor();
    await expectAccessible(page);

    await cell.focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Debate');
    await page.keyboard.press('ArrowDown');
    // The row below shows what is on when the debate begins.
    expect(await focused()).toBe('Liga');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Informativo');
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Informativo' });
    await sheet.getByText('De Informativo.').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await expect.poll(focused).toBe('Informativo');

    await page.keyboard.press('Enter');
    await sheet.getByRole('link', { name: 'Ver' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cénit 24' }).waitFor();
    await page.getByRole('heading', { name: /^Ahora: Informativo/ }).waitFor();
    expect((await watchFor(page, 1)).decodedFrames).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Volver' }).click();
    await page.getByRole('grid', { name: 'Guía de Todos' }).waitFor();
  });
});
